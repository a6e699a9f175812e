import type { ChildRelationship } from './catalog.ts'
import { describeField } from './describe-field.ts'
import { isCustom } from './field.ts'
import type { ObjectView, SchemaView } from './view.ts'

/** The summary of an object in the list of all objects (REST API Developer Guide, "Describe Global"). */
export function describeSummary(view: ObjectView, version: string): object {
  const { type, permissions } = view
  const base = `/services/data/${version}/sobjects/${type.name}`
  return {
    activateable: false,
    createable: permissions.create,
    custom: isCustom(type),
    customSetting: false,
    deletable: permissions.delete,
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
    undeletable: permissions.delete,
    updateable: permissions.edit,
    urls: { rowTemplate: `${base}/{ID}`, describe: `${base}/describe`, sobject: base },
  }
}

/** "sObject Describe": the object with all fields that the user can see. */
export function describeObject(view: SchemaView, object: ObjectView, version: string): object {
  return {
    actionOverrides: [],
    childRelationships: view.childrenOf(object.type).map(describeChildRelationship),
    compactLayoutable: true,
    ...describeSummary(object, version),
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

function describeChildRelationship({ name, child, field }: ChildRelationship): object {
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
