"""The shipped model on a Chinese news page, whose list of recommended news is longer than its article."""

from cetr.document import derive_text
from cetr.learned import load_model, suggest

HEADLINE = "县图书馆新馆昨日开放"
SOURCE = "2019-09-07 09:59 来源: 晚报"
PARAGRAPHS = (
    "本报讯昨天下午，县图书馆的新馆在河边正式开放，第一天就有三千多人前来参观。",
    "馆长介绍说，新馆共有四层，收藏图书二十六万册，其中儿童读物占三分之一，还设有一间专门供老人读报的屋子。",
    "“我们希望每个人都能在这里找到一个安静的座位。”她说，周末的开放时间将延长到晚上九点。",
)
NEWS = (
    "山区小学迎来第一位音乐老师",
    "老桥修好后村民走上街头庆祝",
    "渔船连夜靠岸躲避今年首场台风",
    "果农用无人机给三百亩梨树授粉",
    "旧工厂改成市集周末挤满年轻人",
)
ENDS = ("：现场图", "，网友热议", " 记者亲历", "引发关注")


def test_recommended_news_are_left_out() -> None:
    """The article is taken, with its headline and source line or without; twenty headlines of others are not."""
    titles = [title + end for title in NEWS for end in ENDS]
    recommended = "".join(
        f'<div class="post_recommend_new"><h3><a href="/n/{i}.html">{title}</a></h3>'
        f'<div class="post_recommend_info"><span class="post_recommend_source">晚报</span>'
        f'<span class="post_recommend_time">{i % 9 + 1}小时前</span>'
        f'<a class="post_recommend_tie" href="#">{i * 37} 跟贴</a></div></div>'
        for i, title in enumerate(titles)
    )
    page = (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{HEADLINE}_新闻</title></head><body>'
        '<div class="nav"><a href="/">首页</a><a href="/n">新闻</a><a href="/s">体育</a></div>'
        f'<div class="post_content_main"><h1>{HEADLINE}</h1><div class="post_time_source">{SOURCE}</div>'
        f'<div class="post_body"><div class="post_text">{"".join(f"<p>{p}</p>" for p in PARAGRAPHS)}</div></div>'
        '<div class="post_recommends"><div class="post_recommend_title">为您推荐</div>'
        f'<div class="post_recommend_news">{recommended}</div></div></div>'
        '<div class="foot">公司简介 联系方法</div></body></html>'
    )
    text = derive_text(page, suggest(page, load_model()).spans)
    assert [line for line in text.splitlines() if line not in (HEADLINE, SOURCE)] == [*PARAGRAPHS]
