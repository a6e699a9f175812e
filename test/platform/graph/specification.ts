/**
 * The graph API as it is specified: each operation with the fields of its input, each type with its fields. What stands
 * here must be in the schema; the schema may hold more.
 */

const PAGE = ['size', 'page']

const FILTERS = [
  ...['tags', 'tagIds', 'searchString', '_ids', 'folderIds', 'threadIds', 'uris', 'parentId', 'orFilters'],
  ...['blockTypes', 'statuses', 'favorite', 'snoozed', 'template', 'proposed', 'generated'],
  ...['dateCreated', 'dateUpdated', 'dateDue', 'dateAssociated', 'dateMatch', 'emails'],
  ...['originReferenceBlock', 'parentReferenceBlock', 'originReferenceTagId'],
  ...['scopeToOwnTasks', 'scopeToPriorityTasks', 'scopeToHousekeepingTasks', 'scopeToHousekeepingTasksBoolean'],
]
const GRAPH_SEARCH = [...FILTERS, 'smart', 'sort', ...PAGE]
const GRAPH_TAGS = [
  ...GRAPH_SEARCH,
  ...['tagTypes', 'tagSubTypes', 'minOccurrenceCount', 'minCoOccurrencePercentage', 'size'],
]
const ARCHIVE_BLOCK = ['_id', 'blockType', 'archive', 'confirmed']
const REACTION = ['_id', 'blockType', 'shortcodes']

export const QUERIES: Record<string, readonly string[]> = {
  tenant: [],
  searchTags: [
    ...['searchString', 'search', 'tagType', 'tagTypes', 'tagSubType', '_ids', 'email', 'emailDomains', 'folderIds'],
    ...['archived', 'favorite', 'hasTasks', 'orderByAlias', 'orderByFriendlyName', 'orderByTaskCount'],
    ...['orderByDateUpdated', 'orderByDateCreated', ...PAGE],
  ],
  tag: ['_id', 'tenantIdVerified', 'archived'],
  recentTags: [],
  tagActivity: ['_id', 'blockTypes', 'dateCreated'],
  tagsWithActivity: ['tagIds', 'folderIds', 'tagTypeFilters', 'limit'],
  tagNews: ['_ids'],
  searchTagsByField: ['fields', 'filters', 'sortBy', 'tagTypes', 'tagSubTypes', 'tagIds', 'folderIds', ...PAGE],
  searchGraphTags: GRAPH_TAGS,
  graphTags: ['tagId', 'tagTypes', 'size'],
  searchTagsForBlocks: [...GRAPH_SEARCH, 'sharedOnly', 'orderByAlias', 'orderByTaskCount'],
  generateKnowledgeGraph: GRAPH_TAGS,
  searchGraph: GRAPH_SEARCH,
  searchGraphCount: GRAPH_SEARCH,
  block: ['_id', 'archived'],
  blocks: ['_ids', 'parentReferenceBlock', 'originReferenceBlock', 'originReferenceTagId', 'blockType', 'size'],
  searchTasksAndNotes: GRAPH_SEARCH,
  blockFabric: ['_id', 'dateCreated'],
  blockActivities: ['blockId', 'activityTypes', 'size'],
  memories: ['topic', 'search', ...PAGE],
  memory: ['topic', 'search', ...PAGE],
  recommendations: ['recommendationTypes', 'tagIds', 'folderIds', 'referenceBlock', ...PAGE],
  folders: ['_ids', 'search', 'archived', ...PAGE],
  folder: ['_id'],
  tables: ['tagIds', 'provider', 'metadataType', ...PAGE],
  table: ['_id'],
  records: ['tableId', 'filters', 'searchString', 'externalIds', 'sortBy', ...PAGE],
  record: ['_id'],
  recordTypes: ['tableId', 'provider', 'metadataType'],
  signals: ['tagIds', 'providers', 'fieldNames', ...PAGE],
  applications: [],
  connections: ['application', 'status', ...PAGE],
  connection: ['_id'],
  syncRuns: ['connectionId', 'sync', ...PAGE],
  changes: ['since', 'size'],
  executeQuery: ['connectionId', 'metadataType', 'searchCriteria', 'returnFields', 'limit'],
}

export const MUTATIONS: Record<string, readonly string[]> = {
  upsertOneTag: [
    ...['_id', 'alias', 'description', 'avatar', 'favicon', 'phoneNumber', 'tagType', 'tagSubType', 'email'],
    ...['url', 'urls', 'favorite', 'businessObjects', 'externalIdLinks'],
  ],
  archiveOneTag: ['_id', 'archive'],
  upsertOneNote: [
    ...['_id', 'title', 'sharingTags', 'document', 'favorite', 'dateAssociated', 'template'],
    ...['templateReferenceBlock', 'templateInstructions', 'recommendationId'],
  ],
  upsertOneTask: [
    ...['_id', 'title', 'summary', 'status', 'dateDue', 'dateRemindMe', 'sharingTags', 'parentReferenceBlock'],
    ...['snoozed', 'favorite', 'proposed'],
  ],
  upsertOneThread: ['_id', 'title', 'readStatus', 'sharingTags'],
  upsertOneMessage: ['_id', 'parentReferenceBlock', 'bodyHtml', 'bodyDocument', 'threadId', 'sharingTags'],
  upsertOneDocument: ['document', '_id', 'metadataType', 'recommendationId', 'connectionId'],
  updateOneBlock: ['_id', 'blockType', 'sharingTags'],
  favoriteBlock: ['_id', 'favorite'],
  archiveOneBlock: ARCHIVE_BLOCK,
  archiveOneNote: ARCHIVE_BLOCK,
  archiveOneTask: ARCHIVE_BLOCK,
  archiveOneMessage: ARCHIVE_BLOCK,
  archiveOneThread: ARCHIVE_BLOCK,
  addReaction: REACTION,
  removeReaction: REACTION,
  addBlockFeedback: ['referenceBlock', 'helpful', 'content'],
  addSharingTag: ['referenceBlock', 'sharingTag'],
  deleteSharingTag: ['referenceBlock', 'tagId'],
  addBusinessObject: ['referenceBlock', 'businessObject'],
  removeBusinessObject: ['referenceBlock', 'businessObjectId'],
  upsertOneMemory: ['_id', 'topic', 'value', 'confidence', 'source'],
  archiveOneMemory: ['_id', 'archive'],
  acceptRecommendation: ['_id'],
  dismissRecommendation: ['_id', 'reason'],
  snoozeRecommendation: ['_id', 'dateUntil'],
  upsertOneFolder: [
    ...['_id', 'name', 'alias', 'title', 'description', 'icon', 'color', 'parentId', 'position', 'favorite'],
  ],
  archiveOneFolder: ['_id', 'archive'],
  addTagsToFolder: ['folderId', 'tagIds'],
  removeTagsFromFolder: ['folderId', 'tagIds'],
  upsertOneRecord: ['_id', 'tableId', 'values'],
  archiveOneRecord: ['_id'],
  upsertOneSignal: ['tagId', 'tableId', 'fieldName'],
  archiveOneSignal: ['_id'],
  startConnection: ['provider', 'application', 'connectionId', 'requireConfirmation'],
  confirmConnection: ['_id'],
  runSync: ['connectionId', 'sync'],
  pauseSync: ['connectionId', 'sync'],
  resumeSync: ['connectionId', 'sync'],
  disconnect: ['_id'],
  linkUrl: ['url', 'referenceBlock'],
  publishNotes: ['_ids', 'connectionId'],
  tagFromRecord: ['connectionId', 'metadataType', 'externalId'],
  installFunction: ['connectionId', 'functionName', 'configuration'],
  executeFunction: ['functionId', 'connectionId', 'values'],
}

export const SUBSCRIPTIONS: Record<string, readonly string[]> = {
  blockChanged: ['tags', '_ids', 'blockTypes'],
  tagChanged: ['_ids', 'tagTypes'],
  threadChanged: ['_id'],
  recommendationChanged: [],
  syncStatusChanged: ['connectionIds'],
}

const BLOCK = [
  ...['_id', 'blockType', 'title', 'summary', 'text', 'document', 'dateCreated', 'dateUpdated', 'dateAssociated'],
  ...['access', 'creator', 'sharingTags', 'businessObjects', 'favorite', 'archived', 'tags', 'parentReferenceBlock'],
  ...['originReferenceBlock', 'reactions', 'snoozed', 'template', 'proposed', 'generated'],
  ...['provider', 'application', 'externalId', 'uri', 'connectionId'],
]

export const TYPES: Record<string, readonly string[]> = {
  Tenant: ['_id', 'email', 'givenName', 'tagId'],
  Tag: [
    ...['_id', 'alias', 'friendlyName', 'tagType', 'tagSubType', 'email', 'emailDomain', 'avatar', 'favicon', 'url'],
    ...[
      'description',
      'externalId',
      'favorite',
      'archived',
      'taskCount',
      'businessObjects',
      'externalIdLinks',
      'signals',
    ],
  ],
  Block: BLOCK,
  Note: [...BLOCK, 'templateReferenceBlock', 'templateInstructions', 'recommendationId'],
  Task: [...BLOCK, 'status', 'dateDue', 'dateRemindMe', 'dateCompleted', 'priority', 'assignedTags', 'subtaskCount'],
  Email: [
    ...[...BLOCK, 'subject', 'direction', 'cleanBodyHtml', 'bodyText', 'from', 'to', 'cc', 'bcc', 'replyTo'],
    ...['dateSent', 'dateReceived', 'threadId', 'messageId', 'inReplyTo', 'labels', 'unread', 'hasAttachments'],
    'attachments',
  ],
  Event: [
    ...[...BLOCK, 'dateStart', 'dateEnd', 'allDay', 'timeZone', 'location', 'description', 'organizedBy', 'attendees'],
    ...['status', 'conferenceUrl', 'recurrence', 'recurringExternalId', 'iCalUid', 'calendar', 'visibility', 'busy'],
    'transcriptions',
  ],
  Message: [...BLOCK, 'bodyHtml', 'bodyDocument', 'threadId', 'author', 'dateEdited'],
  Thread: [...BLOCK, 'readStatus', 'messageCount', 'dateLastMessage', 'participants', 'messages'],
  Transcription: [
    ...[...BLOCK, 'dateStart', 'duration', 'organizedBy', 'attendees', 'transcript', 'highlights', 'outline', 'tasks'],
    ...['processingStage', 'event'],
  ],
  Document: [
    ...[...BLOCK, 'documentHtml', 'metadataType', 'connectionId', 'fileName', 'mimeType', 'size', 'url', 'version'],
    'organizedBy',
  ],
  Website: [
    ...[...BLOCK, 'url', 'domain', 'siteName', 'description', 'favicon', 'imageUrl', 'author', 'datePublished'],
    'language',
  ],
  Table: [...BLOCK, 'metadata', 'records', 'recordCount'],
  Record: [...BLOCK, 'tableId', 'metadataType', 'values', 'operations'],
  Calendar: [...BLOCK, 'timeZone', 'name', 'events'],
  File: [...BLOCK, 'fileName', 'mimeType', 'size', 'url'],
  Agent: [...BLOCK, 'instructions', 'watching', 'enabled'],
  Workflow: [...BLOCK, 'steps', 'trigger', 'enabled'],
  Reference: BLOCK,
  SharingTag: ['tagId', 'tag', 'shared', 'sharingLevel', 'sharingApproach', 'pinned', 'assigned'],
  BusinessObjectLink: ['_id', 'provider', 'url', 'externalId', 'metadataType', 'title', 'iconUrl'],
  ExternalIdLink: ['_id', 'provider', 'application', 'metadataType', 'externalId', 'url'],
  TagActivity: ['_id', 'blockType', 'date'],
  GraphTag: [
    ...['_id', 'alias', 'tagType', 'occurrenceCount', 'coOccurrencePercentage', 'blockTypes', 'relevanceScore'],
  ],
  TagWithActivity: ['tag', 'recommendationCount'],
  TagNewsOutput: ['news'],
  TagFieldResults: ['tags', 'totalCount', 'page', 'size'],
  KnowledgeGraph: ['nodes', 'links'],
  BlockFabric: ['rootId', 'blocks', 'links', 'tags', 'truncated'],
  BlockActivity: ['activityType', 'actorType', 'actor', 'dateCreated', 'detail'],
  Reaction: ['shortcodes', 'tagIds'],
  BlockFeedback: ['_id', 'helpful'],
  Memory: ['_id', 'topic', 'value', 'confidence', 'source', 'dateUpdated', 'archived'],
  Recommendation: [
    ...['_id', 'recommendationType', 'displayTitle', 'displayDescription', 'displayLabel', 'navigation', 'tagIds'],
    ...['dateCreated', 'dateExpires', 'upsertRecommendation', 'tagRecommendation', 'shareRecommendation'],
    ...['businessObjectRecommendation', 'mergeTagsRecommendation', 'meetingRecommendation', 'followUpRecommendation'],
    ...['syncPausedRecommendation', 'reconnectRecommendation', 'insightRecommendation'],
  ],
  Folder: [
    ...['_id', 'name', 'description', 'icon', 'color', 'parentId', 'tagIds', 'tags', 'tagCount', 'position'],
    ...['favorite', 'archived', 'dateCreated', 'dateUpdated', 'creator'],
  ],
  Signal: [
    ...['_id', 'tagId', 'provider', 'fieldName', 'label', 'fieldType', 'value', 'reasoning', 'tableId', 'recordId'],
    'dateUpdated',
  ],
  NumberFilterInput: ['gt', 'gte', 'eq', 'lte', 'lt'],
  StringFilterInput: ['eq', 'contains', 'startsWith', 'endsWith'],
  SortOptionInput: ['field', 'order'],
  ReferenceBlockInput: ['id', 'blockType'],
  TagFilterItemInput: ['_ids', 'assigned', 'pinned', 'sharingApproaches', 'shared'],
  SharingTagInput: ['tagId', 'shared', 'sharingLevel', 'sharingApproach', 'pinned', 'assigned'],
}
