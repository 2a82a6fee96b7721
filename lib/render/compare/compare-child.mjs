// The comparator's own process: reads a PDF from standard input and the issued one from descriptor 3, compares their
// first pages and writes what it found as one JSON document to standard output. What holds for the inspector's process
// (inspect-child.mjs) holds here, too; each file is read by a PDFium of its own.
import { readFileSync } from 'node:fs'
import { compareFile, readIssued } from './compare-child-files.mjs'

const ISSUED = 3

const answer = await compareFile(await readIssued(readFileSync(ISSUED)), readFileSync(0), true)
process.stdout.write(JSON.stringify(answer), () => process.exit(0))
