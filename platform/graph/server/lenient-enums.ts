import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  Kind,
  type NamedTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { omitUndefined } from '../../../src/runtime/omit.ts'

const NAME = /^[_a-z]\w*$/i

/**
 * Accepts texts where the schema has an enum: `"person"` as well as `person`, and variables of type String, because the
 * specification describes some fields as String. The document is rewritten, and then validated like any other.
 */
export function acceptTextAsEnum(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const enums = findEnumsOfVariables(schema, document)
  const info = new TypeInfo(schema)
  return visit(
    document,
    visitWithTypeInfo(info, {
      StringValue: ({ value, loc }) => {
        const isName = isEnumType(getNamedType(info.getInputType())) && NAME.test(value)
        return isName ? { kind: Kind.ENUM, value, ...omitUndefined({ loc }) } : undefined
      },
      VariableDefinition: (definition) => {
        const name = enums.get(definition.variable.name.value)
        return name === undefined ? undefined : visit(definition, { NamedType: (type) => toEnum(type, name) })
      },
    }),
  )
}

/** The names of the enums that variables stand for, of those that stand for one enum only. */
function findEnumsOfVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, string | undefined> {
  const enums = new Map<string, string | undefined>()
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      VariableDefinition: () => false,
      Variable: ({ name: { value: variable } }) => {
        const type = getNamedType(info.getInputType())
        const name = isEnumType(type) ? type.name : undefined
        enums.set(variable, enums.has(variable) && enums.get(variable) !== name ? undefined : name)
      },
    }),
  )
  return enums
}

function toEnum(type: NamedTypeNode, name: string): NamedTypeNode | undefined {
  return type.name.value === 'String' ? { ...type, name: { kind: Kind.NAME, value: name } } : undefined
}
