import { writeFileSync } from 'node:fs'
import { printedSchema } from './schema.ts'

// Introspection is off, so this file is how clients learn of the schema. A test holds it true.
writeFileSync(new URL('./schema.graphql', import.meta.url), printedSchema())
