import type { BusinessObjectRow } from '../../storage/graph/blocks/related-rows.ts'
import {
  countOpenTasks,
  type ExternalIdLinkRow,
  findPersonTags,
  findTags,
  loadExternalIdLinks,
  loadTagBusinessObjects,
  selectTagColumns,
  TAG_COLUMNS,
  type TagRow,
} from '../../storage/graph/tags/rows.ts'
import { type BatchFunction, load, mapLoaded, prefetch, shareByKey } from '../batch-loader.ts'
import { builder, caseInsensitiveEnum } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { type SelectionInfo, withNeeds } from '../field-needs.ts'
import { cacheBySelection, selectedColumnNames } from '../selection.ts'
import { BusinessObjectLink } from '../values/business-object.ts'
import { TAG_TYPES } from './types.ts'

export const TagType = caseInsensitiveEnum('TagType', TAG_TYPES)

const readTags: BatchFunction<string, TagRow> = ({ db, viewer }, ids) => findTags(db, viewer, ids)
const readPeople: BatchFunction<string, TagRow> = ({ db, viewer }, emails) => findPersonTags(db, viewer, emails)
const readTaskCounts: BatchFunction<string, number> = ({ db, viewer }, ids) => countOpenTasks(db, viewer, ids)
const readExternalIds: BatchFunction<string, ExternalIdLinkRow[]> = ({ db, viewer }, ids) =>
  loadExternalIdLinks(db, viewer, ids)
const readObjects: BatchFunction<string, BusinessObjectRow[]> = ({ db, viewer }, ids) =>
  loadTagBusinessObjects(db, viewer, ids)

/** Loads one of the viewer's tags; undefined if there is none with this id. */
export const loadTag = (context: GraphContext, id: string) => load(context, readTags, id)

/** The names of the columns of tags that the resolvers of the selected fields read. */
export const selectedTagColumnNames = cacheBySelection(
  (info) => (selectedColumnNames(info)?.toSorted() ?? TAG_COLUMNS) as readonly (keyof TagRow)[],
)

export const selectedTagColumns = cacheBySelection((info) => selectTagColumns(selectedTagColumnNames(info)))

type TagReader = BatchFunction<string, TagRow>
const share = shareByKey<string, TagRow>()

/**
 * Reads the columns of tags that the resolvers of the selected fields read. Selections of the same columns share a reader,
 * so that their tags are loaded together.
 */
export const selectedTagReader = cacheBySelection((info): TagReader => {
  const names = selectedTagColumnNames(info)
  if (names === TAG_COLUMNS) return readTags
  const columns = selectedTagColumns(info)
  return share(
    names.join(),
    () =>
      ({ db, viewer }, ids) =>
        findTags(db, viewer, ids, columns),
  )
})

/** Loads the tags of links for a field that returns them, so that `load` has them at once. */
export const prefetchTags = (context: GraphContext, links: readonly { tag_id: string }[], info: SelectionInfo) =>
  prefetch(
    context,
    selectedTagReader(info),
    links.map(({ tag_id }) => tag_id),
  )

const idsOf = (tags: readonly TagRow[]) => tags.map(({ tag_id }) => tag_id)

/** Loads the viewer's person tag with this email address. */
export const loadPersonTag = (context: GraphContext, email: string) =>
  load(context, readPeople, email.trim().toLowerCase())

export const ExternalIdLink = builder.objectRef<ExternalIdLinkRow>('ExternalIdLink').implement({
  description: "A tag's identity at a vendor.",
  fields: (t) => ({
    _id: t.exposeID('link_id', { nullable: false }),
    provider: t.exposeString('provider'),
    application: t.exposeString('application'),
    metadataType: t.exposeString('metadata_type'),
    externalId: t.exposeString('external_id'),
    url: t.exposeString('url', { nullable: true }),
  }),
})

export const Tag = builder.objectRef<TagRow>('Tag').implement({
  description: 'A node of the graph: a person, an organization, a topic, a date or a place.',
  fields: (t) => ({
    _id: t.exposeID('tag_id', { nullable: false }),
    alias: t.exposeString('alias', { nullable: false, description: 'The display name.' }),
    friendlyName: t.exposeString('friendly_name', { nullable: true }),
    tagType: t.expose('tag_type', { type: TagType, nullable: false }),
    tagSubType: t.exposeString('tag_sub_type', { nullable: true, description: 'organization for accounts.' }),
    email: t.exposeString('email', { nullable: true }),
    emailDomain: t.exposeString('email_domain', { nullable: true }),
    avatar: t.exposeString('avatar', { nullable: true }),
    favicon: t.exposeString('favicon', { nullable: true }),
    url: t.exposeString('url', { nullable: true }),
    urls: t.exposeStringList('urls', { nullable: { list: false, items: false } }),
    phoneNumber: t.exposeString('phone_number', { nullable: true }),
    description: t.exposeString('description', { nullable: true }),
    externalId: t.exposeString('external_id', { nullable: true }),
    favorite: t.exposeBoolean('favorite'),
    archived: t.exposeBoolean('archived', { nullable: false }),
    dateCreated: t.exposeFloat('date_created'),
    dateUpdated: t.exposeFloat('date_updated'),
    taskCount: t.int({
      description: 'The number of open tasks that are linked to the tag.',
      ...withNeeds<TagRow, unknown>({
        columns: [],
        load: (context, tags) => prefetch(context, readTaskCounts, idsOf(tags)),
      }),
      resolve: ({ tag_id }, _args, context) => mapLoaded(load(context, readTaskCounts, tag_id), (count) => count ?? 0),
    }),
    businessObjects: t.field({
      type: [BusinessObjectLink],
      nullable: { list: false, items: false },
      ...withNeeds<TagRow, unknown>({
        columns: [],
        load: (context, tags) => prefetch(context, readObjects, idsOf(tags)),
      }),
      resolve: ({ tag_id }, _args, context) =>
        mapLoaded(load(context, readObjects, tag_id), (objects) => objects ?? []),
    }),
    externalIdLinks: t.field({
      type: [ExternalIdLink],
      nullable: { list: false, items: false },
      ...withNeeds<TagRow, unknown>({
        columns: [],
        load: (context, tags) => prefetch(context, readExternalIds, idsOf(tags)),
      }),
      resolve: ({ tag_id }, _args, context) =>
        mapLoaded(load(context, readExternalIds, tag_id), (links) => links ?? []),
    }),
  }),
})
