import { plainHead } from '@/lib/domain/issue/read-serial-list'

/** A longer line is rather the title of a list. */
const [LONGEST_HEAD, MOST_WORDS] = [40, 5]
/** A passport and other papers, what a state calls people by, a telephone, and the number that somebody has in a firm or a school. */
const OF_PERSON =
  /pass(?:port|eport|aporte|-?n(?:umme)?r)|reisepass|pasaporte|ausweis|جواز|هوية|护照|護照|身份[证證]|पासपोर्ट|आधार|aadha?ar|national id|identity|\bid[ -]?card|carte d.identit|c[ée]dula|\b(?:dni|nie|nif|cpf|curp|ssn|nino)\b|social security|sozialversicherung|\btax\b|steuer|phone|telefon|tel[ée]fono|t[ée]l[ée]phone|\btel\b|\bmobile?\b|m[óo]vil|celular|\bhandy|هاتف|电话|電話|手机|手機|फ\u093C?ोन|मोबाइल|(?:employee|staff|personnel|payroll|student|matric(?:ulation)?|mitarbeiter|personal|matrikel)[ -]?(?:id|no|nr|num|#)|matr[íi]cula|matricule|n[úu]mero d[eo] (?:empleado|estudiante|funcion[áa]rio|estudante)|(?:学|員?工)[号號]/i
const OF_CERTIFICATE = /cert|credential|zertif|serial|s[ée]rie|diplom|urkunde|badge|证书|證書|شهادة|प्रमाण/i

/** Whether the head of a column says that numbers of people stand below it, such as those of passports. */
export function isPersonNumberHead(cell: string): boolean {
  const head = cell.length > LONGEST_HEAD ? '' : plainHead(cell).normalize('NFC')
  if (head.split(' ').length > MOST_WORDS) return false
  return !/\d/.test(head) && OF_PERSON.test(head) && !OF_CERTIFICATE.test(head)
}
