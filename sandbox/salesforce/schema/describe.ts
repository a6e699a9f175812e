import { describeField } from './describe-field.ts'
import { isCustom } from './field.ts'
import type { ChildRelationship } from './schema.ts'
import type { ObjectView, View } from './view.ts'

/** What the list of all objects says of one (REST API Developer Guide, "Describe Global"). */
export function describeBriefly(view: ObjectView, version: string): object {
  const { type, may } = view
  const base = `/services/data/${version}/sobjects/${type.name}`
  return {
    activateable: false,
    createable: may.create,
    custom: isCustom(type),
    customSetting: false,
    deletable: may.delete,
    deprecatedAndHidden: false,
    feedEnabled: false,
    hasSubtypes: false,
    isSubtype: false,
    keyPrefix: type.keyPrefix,
    label: type.label,
    labelPlural: type.labelPlural,
    layoutable: true,
    mergeable: false,
    mruEnabled: true,
    name: type.name,
    queryable: type.queryable,
    replicateable: true,
    retrieveable: true,
    searchable: type.searchable,
    triggerable: true,
    undeletable: may.delete,
    updateable: may.edit,
    urls: { rowTemplate: `${base}/{ID}`, describe: `${base}/describe`, sobject: base },
  }
}

/** "sObject Describe": the object with every field the user can see. */
export function describeFully(view: View, object: ObjectView, version: string): object {
  return {
    actionOverrides: [],
    childRelationships: view.childrenOf(object.type).map(describeChildren),
    compactLayoutable: true,
    ...describeBriefly(object, version),
    fields: object.fields.map((field) => describeField(object, field)),
    listviewable: null,
    lookupLayoutable: null,
    namedLayoutInfos: [],
    networkScopeFieldName: null,
    recordTypeInfos: [masterRecordType(object.name, version)],
    searchLayoutable: object.type.searchable,
    supportedScopes: [
      { label: `All ${object.type.labelPlural.toLowerCase()}`, name: 'everything' },
      { label: `My ${object.type.labelPlural.toLowerCase()}`, name: 'mine' },
    ],
  }
}

function masterRecordType(object: string, version: string): object {
  const recordTypeId = '012000000000000AAA'
  const layout = `/services/data/${version}/sobjects/${object}/describe/layouts/${recordTypeId}`
  return {
    active: true,
    available: true,
    defaultRecordTypeMapping: true,
    developerName: 'Master',
    master: true,
    name: 'Master',
    recordTypeId,
    urls: { layout },
  }
}

function describeChildren({ name, child, field }: ChildRelationship): object {
  return {
    cascadeDelete: field.cascadeDelete,
    childSObject: child.name,
    deprecatedAndHidden: false,
    field: field.name,
    junctionIdListNames: [],
    junctionReferenceTo: [],
    relationshipName: name,
    restrictedDelete: false,
  }
}
