import { composed } from '@/lib/domain/text/composed'
import { checkHeader, columnName, ROW_COLUMNS } from './issue-row'

/** A column of an issue file. */
export type RowColumn = (typeof ROW_COLUMNS)[number]

/** What people call each column, in the languages of the desk: whole names, as `columnName` writes them. */
const NAMES: Record<RowColumn, string> = {
  full_name:
    'name participant participant_name student student_name recipient learner attendee full_names nombre nombre_completo nombre_y_apellidos participante alumno nom nom_complet nom_et_prénom étudiant الاسم الاسم_الكامل المشارك الطالب 姓名 名字 学员 学生姓名 नाम पूरा_नाम प्रतिभागी nome nome_completo aluno vollständiger_name teilnehmer teilnehmerin teilnehmer_in vor_und_nachname',
  registration_number:
    'number no no. nr nr. id student_id student_no student_number registration registration_no reference ref matricule número número_de_registro matrícula numéro رقم الرقم رقم_التسجيل رقم_الطالب 编号 学号 注册号 नंबर पंजीकरण_संख्या número_de_matrícula nummer matrikelnummer teilnehmernummer',
  event_title:
    'course course_title course_name event training programme program title curso formación título evento cours formation intitulé الدورة اسم_الدورة الدورة_التدريبية العنوان 课程 课程名称 活动 培训 पाठ्यक्रम कोर्स कार्यक्रम treinamento kurs kurstitel lehrgang veranstaltung schulung',
  achievement:
    'result grade outcome award mark score resultado calificación logro résultat mention note النتيجة التقدير الإنجاز 成绩 结果 成果 परिणाम उपलब्धि ग्रेड nota conquista ergebnis note_des_kurses leistung abschluss',
  event_date:
    'date date_of_event course_date training_date fecha fecha_del_evento date_de_la_formation date_du_cours التاريخ تاريخ_الدورة 日期 课程日期 तारीख दिनांक data data_do_evento datum kursdatum',
  issued_at:
    'issued issue_date date_of_issue issued_on fecha_de_emisión date_d’émission تاريخ_الإصدار 颁发日期 जारी_तिथि data_de_emissão ausstellungsdatum ausgestellt_am',
  expires_at:
    'expires expiry expiry_date valid_until expiration_date valid_to caduca fecha_de_caducidad válido_hasta expire_le date_d’expiration تاريخ_الانتهاء صالحة_حتى 有效期至 到期日 वैध_तिथि समाप्ति_तिथि validade válido_até gültig_bis ablaufdatum',
  serial:
    'serial_number certificate_number certificate_no número_de_serie numéro_de_série الرقم_التسلسلي 序列号 证书编号 सीरियल_नंबर número_de_série seriennummer zertifikatsnummer',
  email:
    'e_mail mail email_address e_mail_address correo correo_electrónico courriel adresse_e_mail البريد البريد_الإلكتروني 邮箱 电子邮件 ईमेल e_mail_adresse',
  language: 'lang idioma langue اللغة 语言 भाषा língua sprache',
}

/** What people call the two parts of a name that stand in columns of their own. */
const GIVEN = new Set(
  'first_name firstname first given_name given_names forename nombre nombres prénom prénoms nome prenome vorname vornamen الاسم_الأول 名 पहला_नाम प्रथम_नाम'.split(
    ' ',
  ),
)
const FAMILY = new Set(
  'last_name lastname last surname family_name apellido apellidos nom nom_de_famille sobrenome apelido nachname familienname اسم_العائلة اللقب 姓 उपनाम अंतिम_नाम कुलनाम'.split(
    ' ',
  ),
)

const COLUMN_OF: ReadonlyMap<string, RowColumn> = new Map(
  ROW_COLUMNS.flatMap((column) => [column, ...NAMES[column].split(' ')].map((name) => [name, column] as const)),
)

/** Whether a head names our columns by their own names, each that is needed among them, so that nothing is guessed. */
export function isExactHead(head: readonly string[]): boolean {
  return checkHeader(head).length === 0
}

/** What a whole name is called, and the first name alone where the last name has a column of its own. */
const EITHER = new Set(['name'])

/**
 * The places of a first name and of the last name behind it, one of each: joined in this order they are the full name. Where the last
 * name comes first, nobody guesses how it is to be read.
 */
function namePartsAmong(names: readonly string[]): number[] {
  const [first, family, either] = [GIVEN, FAMILY, EITHER].map((called) =>
    names.flatMap((name, at) => (called.has(name) ? at : [])),
  )
  const given = first?.length === 0 ? either : first
  if (given?.length !== 1 || family?.length !== 1) return []
  const [before = 0, behind = 0] = [...given, ...family]
  return before < behind ? [before, behind] : []
}

/** Whether what is called like a full name is rather a part of it: it may be one, and another part has a column of its own. */
function isPartOfName(names: readonly string[], at: number): boolean {
  const others = names.filter((_, place) => place !== at)
  const parts = [GIVEN, FAMILY].filter((called) => others.some((name) => called.has(name))).length
  const name = names[at] ?? ''
  return GIVEN.has(name) || FAMILY.has(name) ? parts > 0 : EITHER.has(name) && parts === 1
}

/**
 * Guesses which column each cell of a head names; null where nothing tells. Each column is guessed once: the first cell
 * that names it by its own name, otherwise the first that people call so; the full name may be two columns, and is never one of its parts.
 */
export function guessColumns(head: readonly string[]): (RowColumn | null)[] {
  const names = head.map((cell) => columnName(composed(cell)))
  const taken = new Set<RowColumn>()
  const guessed = names.map((name) => {
    const column = ROW_COLUMNS.find((one) => one === name)
    if (!column || taken.has(column)) return null
    taken.add(column)
    return column
  })
  const parts = taken.has('full_name') ? [] : namePartsAmong(names)
  if (parts.length > 0) taken.add('full_name')
  return guessed.map((column, index) => {
    if (parts.includes(index)) return 'full_name'
    const called = COLUMN_OF.get(names[index] ?? '')
    if (column !== null || called === undefined || taken.has(called)) return column
    if (called === 'full_name' && isPartOfName(names, index)) return null
    taken.add(called)
    return called
  })
}
