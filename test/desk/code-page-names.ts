import type { CodePage } from '@/lib/domain/text/code-page'

/** Names as offices save them: their language, the code page, what they are, and the bytes in it, in hexadecimal. */
export const NAMES_IN_CODE_PAGES: readonly (readonly [
  language: string,
  page: CodePage,
  names: string,
  bytes: string,
])[] = [
  [
    'Icelandic',
    'windows-1252',
    'Þórður Óðinsson;Guðrún Sigurðardóttir;Ýmir',
    'def372f0757220d3f0696e73736f6e3b4775f072fa6e205369677572f0617264f3747469723bdd6d6972',
  ],
  [
    'German',
    'windows-1252',
    'Jörg Müller;Käthe Groß;Bärbel Jäger',
    '4af67267204dfc6c6c65723b4be47468652047726fdf3b42e47262656c204ae4676572',
  ],
  [
    'Czech',
    'windows-1250',
    'Jiří Nováček;Božena Němcová;Antonín Dvořák',
    '4a69f8ed204e6f76e1e8656b3b426f9e656e61204eec6d636f76e13b416e746f6eed6e2044766ff8e16b',
  ],
  [
    'Polish',
    'windows-1250',
    'Łukasz Wójcik;Paweł Gołębiewski;Żaneta',
    'a3756b61737a2057f36a63696b3b50617765b320476fb3ea62696577736b693baf616e657461',
  ],
  ['Hungarian', 'windows-1250', 'Erdős Pál;Szőke Győző', '457264f5732050e16c3b537af56b65204779f57af5'],
  ['Romanian', 'windows-1250', 'Ştefan Ţepeş;Ioan Brâncuşi', 'aa746566616e20de657065ba3b496f616e204272e26e6375ba69'],
  [
    'Turkish',
    'windows-1254',
    'Ayşe Yılmaz;İsmail Bey;Gülşah Doğan',
    '4179fe652059fd6c6d617a3bdd736d61696c204265793b47fc6cfe616820446ff0616e',
  ],
  [
    'Lithuanian',
    'windows-1257',
    'Žydrūnas Šarūnas;Jūratė Ąžuolė',
    'de796472fb6e617320d06172fb6e61733b4afb726174eb20c0fe756f6ceb',
  ],
  [
    'Vietnamese',
    'windows-1258',
    'Nguyễn Văn Đức;Trần Thị Hương',
    '4e677579eade6e2056e36e20d0fdec633b5472e2cc6e20546869f22048fdf56e67',
  ],
  ['Russian', 'windows-1251', 'Иван Петров;Лев Толстой', 'c8e2e0ed20cfe5f2f0eee23bcbe5e220d2eeebf1f2eee9'],
  ['Greek', 'windows-1253', 'Νίκος Παπαδόπουλος;Μαρία', 'cddfeaeff220d0e1f0e1e4fcf0eff5ebeff23bcce1f1dfe1'],
  ['Hebrew', 'windows-1255', 'משה כהן;שרה לוי', 'eef9e420ebe4ef3bf9f8e420ece5e9'],
  ['Arabic', 'windows-1256', 'محمد علي;فاطمة الزهراء', 'e3cde3cf20dae1ed3bddc7d8e3c920c7e1d2e5d1c7c1'],
  ['Thai', 'windows-874', 'สมชาย ใจดี', 'cac1aad2c220e3a8b4d5'],
  [
    'French of a Macintosh',
    'macintosh',
    'François Lefèvre;Élodie Béart',
    '4672616e8d6f6973204c65668f7672653b836c6f64696520428e617274',
  ],
  [
    'Czech of a Macintosh',
    'x-mac-ce',
    'Jiří Nováček;Božena Němcová',
    '4a69de92204e6f76878b656b3b426fec656e61204e9e6d636f7687',
  ],
  [
    'Russian of a Macintosh',
    'x-mac-cyrillic',
    'Иван Петров;Лев Толстой',
    '88e2e0ed208fe5f2f0eee23b8be5e22092eeebf1f2eee9',
  ],
  [
    'French of DOS',
    'ibm850',
    'François Lefèvre;Élodie Béart',
    '4672616e876f6973204c65668a7672653b906c6f646965204282617274',
  ],
  ['Czech of DOS', 'ibm852', 'Jiří Nováček;Božena Němcová', '4a69fda1204e6f76a09f656b3b426fa7656e61204ed86d636f76a0'],
  ['Russian of DOS', 'ibm866', 'Иван Петров;Лев Толстой', '88a2a0ad208fa5e2e0aea23b8ba5a22092aeabe1e2aea9'],
  ['Chinese', 'gb18030', '王小明;李华', 'cdf5d0a1c3f73bc0eebbaa'],
  ['Chinese, traditional', 'big5', '王小明;陳美玲', 'a4fda470a9fa3bb3afacfcacc2'],
  ['Japanese', 'shift_jis', '山田太郎;田中さくら', '8e52936391be98593b9363928682b382ad82e7'],
  ['Korean', 'euc-kr', '김민수;이영희', 'b1e8b9cebcf63bc0ccbfb5c8f1'],
]
