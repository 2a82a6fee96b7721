#!/usr/bin/env node
console.log('x', process.argv)
