import type { BusinessObjectRow } from '../../storage/graph/blocks/related-rows.ts'
import {
  countOpenTasks,
  type ExternalIdLinkRow,
  findPersonTags,
  findTags,
  loadExternalIdLinks,
  loadTagBusinessObjects,
  type TagRow,
} from '../../storage/graph/tags/rows.ts'
import { bothCases, builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { load, type Reader } from '../together.ts'
import { BusinessObjectLink } from '../values/business-object.ts'
import { TAG_TYPES } from './tag-types.ts'

export const TagType = bothCases('TagType', TAG_TYPES)

const readTags: Reader<string, TagRow> = ({ db, viewer }, ids) => findTags(db, viewer, ids)
const readPeople: Reader<string, TagRow> = ({ db, viewer }, emails) => findPersonTags(db, viewer, emails)
const readTaskCounts: Reader<string, number> = ({ db, viewer }, ids) => countOpenTasks(db, viewer, ids)
const readExternalIds: Reader<string, ExternalIdLinkRow[]> = ({ db, viewer }, ids) =>
  loadExternalIdLinks(db, viewer, ids)
const readObjects: Reader<string, BusinessObjectRow[]> = ({ db, viewer }, ids) =>
  loadTagBusinessObjects(db, viewer, ids)

/** The viewer's tag of that id; undefined when there is none. */
export const loadTag = (context: GraphContext, id: string) => load(context, readTags, id)

/** The viewer's person tag of an address. */
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
  description: 'A node of the graph: a person, a company, a topic, a date, a place.',
  fields: (t) => ({
    _id: t.exposeID('tag_id', { nullable: false }),
    alias: t.exposeString('alias', { nullable: false, description: 'The name to show.' }),
    friendlyName: t.exposeString('friendly_name', { nullable: true }),
    tagType: t.expose('tag_type', { type: TagType, nullable: false }),
    tagSubType: t.exposeString('tag_sub_type', { nullable: true, description: 'Of an account: organization.' }),
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
      description: 'Open tasks that are linked to the tag.',
      resolve: async ({ tag_id }, _args, context) => (await load(context, readTaskCounts, tag_id)) ?? 0,
    }),
    businessObjects: t.field({
      type: [BusinessObjectLink],
      nullable: { list: false, items: false },
      resolve: async ({ tag_id }, _args, context) => (await load(context, readObjects, tag_id)) ?? [],
    }),
    externalIdLinks: t.field({
      type: [ExternalIdLink],
      nullable: { list: false, items: false },
      resolve: async ({ tag_id }, _args, context) => (await load(context, readExternalIds, tag_id)) ?? [],
    }),
  }),
})
