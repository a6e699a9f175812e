import { writeFileSync } from 'node:fs'
import { printedSchema } from './schema.ts'

// Introspection is disabled, so clients read the schema from this file. A test checks that it is up to date.
writeFileSync(new URL('./schema.graphql', import.meta.url), printedSchema())
