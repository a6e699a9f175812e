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

/** Where documents are read, and what is generated from them. */
export interface DocumentsTarget {
  /** The folder of `*.graphql` files. */
  folder: URL
  file: URL
  /** What the generated file imports `typed` from. */
  typed: string
}

/** The documents of the client itself. */
const CLIENT: DocumentsTarget = { folder: FOLDER, file: FILE, typed: './typed-document.ts' }

function head(typed: string): string {
  return `// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
// Generated from documents/*.graphql and the schema by \`npm run docs\`; do not edit.
import { typed } from '${typed}'
`
}

/** The documents of a folder, by the name of their file. */
export function sourceDocuments(folder: URL = FOLDER): { location: string; document: DocumentNode }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((location) => ({ location, document: parse(readFileSync(new URL(location, folder), 'utf8')) }))
}

/** The current content of the generated file. */
export function readDocuments({ file }: DocumentsTarget = CLIENT): string {
  return readFileSync(file, 'utf8')
}

/** Generates the file: the types of every result and variable, and the texts that are sent. */
export async function generateDocuments({ folder, file, typed }: DocumentsTarget = CLIENT): Promise<string> {
  const documents = sourceDocuments(folder)
  const types = await codegen({
    filename: file.pathname,
    schema: responseSchema(),
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: { inlineFragmentTypes: 'combine', arrayInputCoercion: false },
  })
  const definitions = documents.flatMap(({ document }) => document.definitions)
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  const texts = [
    ...fragments.map((fragment) => `const ${fragment.name.value} = \`${printCompact(fragment)}\``),
    ...definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => toConstant(operation, fragments)),
  ]
  return `${head(typed)}\n${types.trim()}\n\n${texts.join('\n')}\n`
}

/** The schema with one name for each enum value: the one that results contain. */
function responseSchema(): DocumentNode {
  return visit(parse(printSchema(lexicographicSortSchema(schema))), {
    EnumTypeDefinition: (node): EnumTypeDefinitionNode => {
      const type = schema.getType(node.name.value) as GraphQLEnumType
      const isSerialized = (name: string) => type.serialize(type.parseValue(name)) === name
      return { ...node, values: (node.values ?? []).filter(({ name }) => isSerialized(name.value)) }
    },
  })
}

function toConstant(operation: OperationDefinitionNode, fragments: readonly FragmentDefinitionNode[]): string {
  const name = operation.name?.value ?? ''
  const kind = `${operation.operation.charAt(0).toUpperCase()}${operation.operation.slice(1)}`
  const spread = [...collectFragments(operation, fragments)]
  const rest = spread.length > 0 ? `, [${spread.join(', ')}]` : ''
  const types = `${name}${kind}, ${name}${kind}Variables`
  // The annotation lets bundlers drop unused documents.
  return `export const ${name}Document = /* @__PURE__ */ typed<${types}>(\`${printCompact(operation)}\`${rest})`
}

/** Collects the fragments that a node spreads, directly or indirectly. */
function collectFragments(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  found = new Set<string>(),
): Set<string> {
  visit(node, {
    FragmentSpread: ({ name: { value } }) => {
      const fragment = fragments.find((candidate) => candidate.name.value === value)
      if (!fragment || found.has(value)) return
      found.add(value)
      collectFragments(fragment, fragments, found)
    },
  })
  return found
}

function printCompact(node: OperationDefinitionNode | FragmentDefinitionNode): string {
  return stripIgnoredCharacters(print(node))
}

/** Writes the generated file. */
export async function writeDocuments(target: DocumentsTarget = CLIENT): Promise<void> {
  writeFileSync(target.file, await generateDocuments(target))
}

if (import.meta.main) void writeDocuments()
