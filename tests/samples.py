"""The first article of the Declaration of Human Rights in several languages."""

SAMPLES = {
    "en": "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience"
    " and should act towards one another in a spirit of brotherhood. Everyone is entitled to all the rights.",
    "de": "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt"
    " und sollen einander im Geist der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in dieser Erklärung"
    " verkündeten Rechte und Freiheiten ohne irgendeinen Unterschied, etwa nach Rasse, Hautfarbe oder Geschlecht.",
    "fr": "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de"
    " conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de"
    " tous les droits et de toutes les libertés proclamés dans la présente Déclaration.",
    "es": "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y"
    " conciencia, deben comportarse fraternalmente los unos con los otros. Toda persona tiene todos los derechos y"
    " libertades proclamados en esta Declaración, sin distinción alguna de raza o de sexo.",
    "nl": "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en"
    " geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen. Een ieder heeft aanspraak"
    " op alle rechten en vrijheden, in deze Verklaring opgesomd.",
    "zh": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神互相对待。",
    "ja": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
    "人間は理性と良心を授けられている。",
    "ko": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다."
    " 인간은 천부적으로 이성과 양심을 부여받았으며",
    "ar": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق."
    " وقد وهبوا عقلًا وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.",
    "ru": "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
}
