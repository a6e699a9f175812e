import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import {
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  Kind,
  lexicographicSortSchema,
  type OperationDefinitionNode,
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import { schema } from '../graph/schema.ts'

const FOLDER = new URL('documents/', import.meta.url)
const FILE = new URL('documents.ts', import.meta.url)

const HEAD = `// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// Made from documents/*.graphql and the schema by \`npm run docs\`; do not edit.
import { typed } from './typed-document.ts'
`

/** The documents as they are written, by the name of their file. */
export function sourceDocuments(): { location: string; document: DocumentNode }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((location) => ({ location, document: parse(readFileSync(new URL(location, FOLDER), 'utf8')) }))
}

/** What documents.ts says now. */
export function writtenDocuments(): string {
  return readFileSync(FILE, 'utf8')
}

/** documents.ts: the types of every answer and every variable, and the texts that go over the wire. */
export async function generatedDocuments(): Promise<string> {
  const documents = sourceDocuments()
  const types = await codegen({
    filename: FILE.pathname,
    schema: answeredSchema(),
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: { inlineFragmentTypes: 'combine', arrayInputCoercion: false },
  })
  const definitions = documents.flatMap(({ document }) => document.definitions)
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const texts = [
    ...fragments.map((one) => `const ${one.name.value} = \`${textOf(one)}\``),
    ...definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION).map((one) => constantOf(one, fragments)),
  ]
  return `${HEAD}\n${types.trim()}\n\n${texts.join('\n')}\n`
}

/** The schema with one word for each value of an enum: the one that is answered, which is the preferred one. */
function answeredSchema(): DocumentNode {
  return visit(parse(printSchema(lexicographicSortSchema(schema))), {
    EnumTypeDefinition: (node): EnumTypeDefinitionNode => {
      const type = schema.getType(node.name.value) as GraphQLEnumType
      const isAnswered = (name: string) => type.serialize(type.parseValue(name)) === name
      return { ...node, values: (node.values ?? []).filter(({ name }) => isAnswered(name.value)) }
    },
  })
}

function constantOf(operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]): string {
  const name = operation.name?.value ?? ''
  const kind = `${operation.operation.charAt(0).toUpperCase()}${operation.operation.slice(1)}`
  const spread = [...spreadBy(operation, fragments)]
  const rest = spread.length > 0 ? `, [${spread.join(', ')}]` : ''
  const types = `${name}${kind}, ${name}${kind}Variables`
  // Bundlers leave out what is not used only where they are told that calling has no effect.
  return `export const ${name}Document = /* @__PURE__ */ typed<${types}>(\`${textOf(operation)}\`${rest})`
}

/** The fragments that are needed, each once. */
function spreadBy(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  found = new Set<string>(),
): Set<string> {
  visit(node, {
    FragmentSpread: ({ name: { value } }) => {
      const fragment = fragments.find((one) => one.name.value === value)
      if (!fragment || found.has(value)) return
      found.add(value)
      spreadBy(fragment, fragments, found)
    },
  })
  return found
}

function textOf(node: OperationDefinitionNode | FragmentDefinitionNode): string {
  return stripIgnoredCharacters(print(node))
}

if (import.meta.main) writeFileSync(FILE, await generatedDocuments())
