/** The fixed words of a certificate, all but the title in the order of the page. */
export interface DesignWords {
  title: string
  certifies: string
  registration_number: string
  event_date: string
  issued_at: string
  expires_at: string
  check_at: string
}

const ENGLISH: DesignWords = {
  title: '',
  certifies: 'This certifies that',
  registration_number: 'Registration number',
  event_date: 'Date of the event',
  issued_at: 'Issued',
  expires_at: 'Valid until',
  check_at: 'Check at',
}

/** Each fits any name and any achievement, whatever their gender and number. */
const USUAL: ReadonlyMap<string, DesignWords> = new Map([
  ['en', ENGLISH],
  [
    'es',
    {
      title: '',
      certifies: 'Este certificado se otorga a',
      registration_number: 'Número de registro',
      event_date: 'Fecha de la actividad',
      issued_at: 'Emitido',
      expires_at: 'Válido hasta',
      check_at: 'Compruébelo en',
    },
  ],
  [
    'fr',
    {
      title: '',
      certifies: 'Ce certificat est décerné à',
      registration_number: 'Numéro d’inscription',
      event_date: 'Date de l’événement',
      issued_at: 'Émis le',
      expires_at: 'Valable jusqu’au',
      check_at: 'À vérifier sur',
    },
  ],
  [
    'ar',
    {
      title: '',
      certifies: 'تُمنح هذه الشهادة إلى',
      registration_number: 'رقم التسجيل',
      event_date: 'تاريخ الفعالية',
      issued_at: 'تاريخ الإصدار',
      expires_at: 'صالحة حتى',
      check_at: 'للتحقق',
    },
  ],
  [
    'zh',
    {
      title: '',
      certifies: '兹证明',
      registration_number: '登记号',
      event_date: '活动日期',
      issued_at: '颁发日期',
      expires_at: '有效期至',
      check_at: '查验网址',
    },
  ],
  [
    'hi',
    {
      title: '',
      certifies: 'यह प्रमाणपत्र दिया जाता है',
      registration_number: 'पंजीकरण संख्या',
      event_date: 'कार्यक्रम की तिथि',
      issued_at: 'जारी करने की तिथि',
      expires_at: 'अवधि की समाप्ति',
      check_at: 'यहाँ जाँचें',
    },
  ],
  [
    'pt',
    {
      title: '',
      certifies: 'Este certificado é conferido a',
      registration_number: 'Número de registro',
      event_date: 'Data do evento',
      issued_at: 'Emitido em',
      expires_at: 'Válido até',
      check_at: 'Verifique em',
    },
  ],
  [
    'de',
    {
      title: '',
      certifies: 'Dieses Zertifikat erhält',
      registration_number: 'Registriernummer',
      event_date: 'Datum der Veranstaltung',
      issued_at: 'Ausgestellt',
      expires_at: 'Gültig bis',
      check_at: 'Prüfen unter',
    },
  ],
])

/**
 * The words that a page has where its design names none: those of its language, else the English ones.
 * @param language BCP 47, without a region
 */
export function usualWords(language: string): DesignWords {
  return USUAL.get(language) ?? ENGLISH
}
