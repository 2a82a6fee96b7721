// The folders of the packages that a release runs with, by its lock file: packages.mjs package-lock.json
import { existsSync, readFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const kept = Object.entries(packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
const top = kept.map(([path]) => path).filter((path) => path.lastIndexOf('node_modules/') === 0)
process.stdout.write(top.filter((path) => existsSync(path)).join('\n'))
