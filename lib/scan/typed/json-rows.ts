import { isWrittenAsIssued } from '@/lib/domain/certificate/serial'
import { isSerialHead, MOST_LISTED, plainHead } from '@/lib/domain/issue/read-serial-list'
import { isNameHead } from '@/lib/scan/list/name-column'
import { cellsOf, headOf, holdsSerial, isJsonObject, type JsonCells } from './json-cells'

/** Lists in objects, and objects in lists, are looked into this deep: `data.people[].certificates[]`. */
const MOST_DEPTH = 8
/** A list of what somebody has, who is named beside it. */
const CERTIFICATES =
  /^(?:certificates?|credentials?|certs|zertifikate?|zeugnisse|certificados?|certificats?|diplom(?:a|e|as|es|ata)s?)$/i

/** A row of a list: the cells of an object, or what stands in its place. */
type JsonRow = JsonCells | string | number

/**
 * The rows of all lists of certificates in what JSON holds, however deep they stand. An object about somebody with several certificates is
 * a row for each of them, with the name beside it.
 * @returns null where nothing is called a serial
 */
export function jsonRows(value: unknown, depth = MOST_DEPTH): JsonRow[] | null {
  if (depth === 0) return null
  if (Array.isArray(value)) return ofList(value, depth)
  return isJsonObject(value) ? ofObject(value, depth) : null
}

/**
 * What is no object, or holds no serial, is a row where others of the list do, so that nobody misses it. A text that is one of our
 * serials is a row anywhere.
 */
function ofList(list: readonly unknown[], depth: number): JsonRow[] | null {
  const read: (JsonRow[] | null)[] = []
  let count = 0
  for (const item of list) {
    const rows = typeof item === 'string' && isOwn(item) ? [item] : jsonRows(item, depth - 1)
    read.push(rows)
    // More are more than any list may have.
    if ((count += rows?.length ?? 0) > MOST_LISTED) break
  }
  if (read.every((rows) => rows === null)) return null
  return read.flatMap((rows, at) => rows ?? ofItem(list[at]))
}

function ofObject(item: Record<string, unknown>, depth: number): JsonRow[] | null {
  const own = cellsOf(item)
  const isRow = holdsSerial(own)
  let isOwner = false
  const within = Object.entries(item).flatMap(([key, value]) => {
    // Beside a serial an object is about something else, such as the issuer; lists in it may still be of our certificates.
    const rows = isRow && isJsonObject(value) ? ownInLists(value, depth - 1) : jsonRows(value, depth - 1)
    const isOfCertificates = rows !== null && Array.isArray(value) && CERTIFICATES.test(plainHead(headOf(key)))
    isOwner ||= isOfCertificates && rows.some((row) => row instanceof Map)
    // What the outermost object is called is the name of the list.
    const isOfSomebody = depth < MOST_DEPTH && isOfCertificates
    return rows?.map((row) => (isOfSomebody && row instanceof Map ? withOwner(row, own) : row)) ?? []
  })
  // Beside the certificates of somebody their own number, such as that of a passport, is none.
  const rows = isRow && !(isOwner && !holdsOurs(own)) ? [own, ...within] : within
  return rows.length > 0 ? rows : null
}

/** The rows of all lists within an object that hold one of our serials. */
function ownInLists(item: Record<string, unknown>, depth: number): JsonRow[] {
  if (depth === 0) return []
  return Object.values(item).flatMap((value) => {
    if (isJsonObject(value)) return ownInLists(value, depth - 1)
    const rows = Array.isArray(value) ? (jsonRows(value, depth - 1) ?? []) : []
    return rows.filter((row) => (row instanceof Map ? [...row.values()] : [row]).some(isOwn))
  })
}

const isOwn = (value: unknown) => typeof value === 'string' && isWrittenAsIssued(value.trim())

const holdsOurs = (cells: JsonCells) =>
  [...cells].some(
    ([head, value]) => isSerialHead(head) && typeof value === 'string' && (isOwn(value) || value.includes('/verify/')),
  )

/** A certificate with the name of the one who has it. Where both are named, nobody can tell which one is the person. */
function withOwner(row: JsonCells, owner: JsonCells): JsonCells {
  const names = [...owner].filter(([head, value]) => isNameHead(head) && typeof value === 'string')
  if (names.length === 0) return row
  const others = [...row].filter(([head]) => !isNameHead(head))
  return new Map(others.length < row.size ? others : [...names, ...row])
}

const ofItem = (item: unknown) =>
  isJsonObject(item) ? cellsOf(item) : typeof item === 'string' || typeof item === 'number' ? item : '[…]'
