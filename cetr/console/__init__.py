"""How all our commands behave on the command line.

Lazy subcommands, exit codes and errors as one line (`commandline`, `errors`), the options that several commands have
(`command_options`), a person's own defaults (`settings`), how numbers and strangers' text are worded (`wording`), what
goes to standard output (`streams`) and into files (`files`, `scratch`, `pictures`, `links`), what is unpacked
(`unpacking`), the options of extractors (`options`, `completing`), work spread over processes (`parallel`, `apart`,
`workers`) and how it is started and ended (`children`), the numbers of formats (`schemas`), and how to add what is not
installed (`installing`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cetr.console.apart import run_apart
from cetr.console.children import describe_end, end_with, foreign_environment, python_command
from cetr.console.errors import FAILURE, InputError, describe_error
from cetr.console.files import (
    LARGEST,
    TOO_LONG,
    keeping,
    naming,
    pass_long_lines,
    read_file,
    read_lines,
    read_stream,
    refuse_unwritable,
    replacing,
    write_file,
)
from cetr.console.installing import name_install
from cetr.console.limits import LimitError, Limits, bounding, refusing_beyond
from cetr.console.links import LINKS, leads_out, resolve_folder
from cetr.console.options import (
    GROUP,
    MOST_CLUSTERS,
    check_range,
    check_whole,
    choose_registered,
    list_facts,
    list_options,
    load_registered,
    parse_options,
    refuse_unknown,
)
from cetr.console.parallel import connect_cluster, count_cores, map_bounded, map_within, run_alone
from cetr.console.pictures import check_picture, write_picture
from cetr.console.schemas import SchemaError, check_schema
from cetr.console.scratch import open_scratch
from cetr.console.streams import open_for_programs, show_json
from cetr.console.unpacking import (
    DAMAGED,
    copy_bounded,
    is_damage,
    is_packed,
    list_members,
    open_packed,
    open_zip,
    read_bounded,
    read_packed,
    strip_packing,
    unpack,
)
from cetr.console.wording import count_of, disarm, mask_passwords, name_some, suggest_name
from cetr.console.workers import Workers

if TYPE_CHECKING:
    from cetr.console.command_options import (
        Number,
        jobs_option,
        memory_option,
        method_options,
        site_option,
        timeout_option,
    )
    from cetr.console.commandline import Exit, printing_a_verdict, run
    from cetr.console.completing import ExtractorName
    from cetr.console.groups import LazyGroup
    from cetr.console.settings import Default, read_settings, settings_path

__all__ = [
    "DAMAGED",
    "FAILURE",
    "GROUP",
    "LARGEST",
    "LINKS",
    "MOST_CLUSTERS",
    "TOO_LONG",
    "Default",
    "Exit",
    "ExtractorName",
    "InputError",
    "LazyGroup",
    "LimitError",
    "Limits",
    "Number",
    "SchemaError",
    "Workers",
    "bounding",
    "check_picture",
    "check_range",
    "check_schema",
    "check_whole",
    "choose_registered",
    "connect_cluster",
    "copy_bounded",
    "count_cores",
    "count_of",
    "describe_end",
    "describe_error",
    "disarm",
    "end_with",
    "foreign_environment",
    "is_damage",
    "is_packed",
    "jobs_option",
    "keeping",
    "leads_out",
    "list_facts",
    "list_members",
    "list_options",
    "load_registered",
    "map_bounded",
    "map_within",
    "mask_passwords",
    "memory_option",
    "method_options",
    "name_install",
    "name_some",
    "naming",
    "open_for_programs",
    "open_packed",
    "open_scratch",
    "open_zip",
    "parse_options",
    "pass_long_lines",
    "printing_a_verdict",
    "python_command",
    "read_bounded",
    "read_file",
    "read_lines",
    "read_packed",
    "read_settings",
    "read_stream",
    "refuse_unknown",
    "refuse_unwritable",
    "refusing_beyond",
    "replacing",
    "resolve_folder",
    "run",
    "run_alone",
    "run_apart",
    "settings_path",
    "show_json",
    "site_option",
    "strip_packing",
    "suggest_name",
    "timeout_option",
    "unpack",
    "write_file",
    "write_picture",
]

# The library does not need click, which takes longer to import than the rest of this room.
_WITH_CLICK = {
    **dict.fromkeys(
        "Number jobs_option memory_option method_options site_option timeout_option".split(), "command_options"
    ),
    **dict.fromkeys("Exit printing_a_verdict run".split(), "commandline"),
    **dict.fromkeys("Default read_settings settings_path".split(), "settings"),
    "ExtractorName": "completing",
    "LazyGroup": "groups",
}


def __getattr__(name: str) -> object:
    if name in _WITH_CLICK:
        found: object = getattr(import_module(f"cetr.console.{_WITH_CLICK[name]}"), name)
        return found
    raise AttributeError(name)
