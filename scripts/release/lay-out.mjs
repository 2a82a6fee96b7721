// node scripts/release/lay-out.mjs FOLDER: lays out what a release runs with, packages too, without asking a registry.
import { join } from 'node:path'
import { layOutRelease } from './release-parts.mjs'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder.')
layOutRelease(join(import.meta.dirname, '..', '..'), folder)
