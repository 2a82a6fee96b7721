// For tests: compares many files with one issued file, without a process for each. Takes the paths as arguments, the issued
// file's first; writes one JSON array.
import { readFileSync } from 'node:fs'
import { compareFile, readIssued } from './compare-child-files.mjs'

const [issued, ...files] = process.argv.slice(2)
const read = await readIssued(readFileSync(issued))
const answers = []
for (const file of files) answers.push(await compareFile(read, readFileSync(file), false))
process.stdout.write(JSON.stringify(answers))
