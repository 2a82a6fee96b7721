// For tests: compares many files with the issued ones, without a process for each. Takes JSON as its one argument: pairs of an issued
// file's path and those of the files. Writes one JSON array of arrays.
import { readFileSync } from 'node:fs'
import { compareFile, readIssued } from './compare-child-files.mjs'

const answers = []
for (const [issued, files] of JSON.parse(process.argv[2])) {
  const page = await readIssued(readFileSync(issued))
  const compared = []
  for (const file of files) compared.push(await compareFile(page, readFileSync(file), false))
  answers.push(compared)
}
process.stdout.write(JSON.stringify(answers))
