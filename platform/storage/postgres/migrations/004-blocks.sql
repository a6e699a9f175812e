-- Units of content of every type. What only some types have and no filter asks for is in detail; what is so large that
-- lists leave it out is in large (html, transcript, outline, highlights) and document.
create table blocks (
  tenant_id       uuid    not null,
  block_id        uuid    not null,
  block_type      text    not null,
  title           text    not null default '',
  summary         text,
  text            text,
  document        text,
  detail          jsonb   not null default '{}',
  large           jsonb,
  -- Lower-cased addresses of the people on it, as the vendor names them.
  people          text[]  not null default '{}',
  creator_id      uuid    not null,
  -- The block it is part of: an event's calendar, a record's table, a task's transcription, a message's thread.
  parent_id       uuid,
  parent_type     text,
  -- What it was made from.
  origin_id       uuid,
  origin_type     text,
  origin_tag_id   uuid,
  thread_id       text,
  status          text,
  priority        boolean not null default false,
  snoozed         boolean not null default false,
  template        boolean not null default false,
  proposed        boolean not null default false,
  generated       boolean not null default false,
  archived        boolean not null default false,
  date_start      bigint,
  date_end        bigint,
  date_due        bigint,
  date_remind_me  bigint,
  date_completed  bigint,
  date_associated bigint  not null,
  date_created    bigint  not null,
  date_updated    bigint  not null,
  provider        text,
  application     text,
  connection_id   uuid,
  uri             text,
  external_id     text,
  -- The external id; of a row, behind its table's, because only there it is unique.
  external_key    text,
  content_hash    bytea,
  -- 1 when a row is new. What was created is counted by it.
  version         integer not null default 1,
  -- Title, text and names, folded (text.ts), and the tenant's id as a word of its own: a search of one tenant meets
  -- only its own entries in an index that all share.
  tsv             tsvector,
  primary key (tenant_id, block_id),
  unique (tenant_id, provider, application, external_key)
);
create index blocks_tsv on blocks using gin (tsv);
create index blocks_updated on blocks (tenant_id, block_type, date_updated desc);
create index blocks_parent on blocks (tenant_id, parent_id) where parent_id is not null;
create index blocks_origin on blocks (tenant_id, origin_id) where origin_id is not null;
create index blocks_thread on blocks (tenant_id, thread_id) where thread_id is not null;
create index blocks_start on blocks (tenant_id, date_start) where date_start is not null;
create index blocks_due on blocks (tenant_id, date_due) where block_type = 'task';
create index blocks_record on blocks (tenant_id, external_id) where block_type = 'record';
-- Addresses may be longer than an index entry can be.
create index blocks_uri on blocks (tenant_id, md5(uri)) where uri is not null;

-- One block stands on another: an agent watches it, a workflow starts from it, a transcription is of an event.
create table block_links (
  tenant_id   uuid   not null,
  source_id   uuid   not null,
  target_id   uuid   not null,
  kind        text   not null,
  date_created bigint not null,
  primary key (tenant_id, source_id, target_id, kind)
);
create index block_links_target on block_links (tenant_id, target_id);

-- Links of tags to blocks: the only permission system, and the way content appears on a tag's page. A row belongs to
-- the tenant whose tag it names. A block shared with another tenant has a second row there, with that tenant's own
-- person tag, so each tenant sees all that it may see by its own rows alone.
create table sharing (
  tenant_id        uuid     not null,
  block_id         uuid     not null,
  tag_id           uuid     not null,
  block_tenant_id  uuid     not null,
  shared           boolean  not null,
  sharing_level    smallint not null check (sharing_level between 0 and 2),
  sharing_approach smallint not null check (sharing_approach between 0 and 2),
  pinned           boolean  not null default false,
  assigned         boolean  not null default false,
  -- Copies of the block's, so that a tag's newest content is read from one index.
  block_type       text     not null,
  archived         boolean  not null default false,
  date_updated     bigint   not null,
  date_associated  bigint   not null,
  date_created     bigint   not null,
  primary key (tenant_id, block_id, tag_id)
);
create index sharing_tag on sharing (tenant_id, tag_id, date_updated desc)
  include (block_id, shared, block_type, archived);
create index sharing_guests on sharing (block_tenant_id, block_id) where tenant_id <> block_tenant_id;

-- Documents of vendors attached to a block or a tag.
create table business_objects (
  tenant_id     uuid   not null,
  link_id       uuid   not null,
  block_id      uuid,
  tag_id        uuid,
  provider      text,
  application   text,
  metadata_type text,
  external_id   text,
  url           text,
  title         text,
  icon_url      text,
  date_created  bigint not null,
  primary key (tenant_id, link_id),
  check ((block_id is null) <> (tag_id is null))
);
create index business_objects_block on business_objects (tenant_id, block_id) where block_id is not null;
create index business_objects_tag on business_objects (tenant_id, tag_id) where tag_id is not null;

-- Field values lifted from a table's row and attached to a tag.
create table signals (
  tenant_id    uuid    not null,
  signal_id    uuid    not null,
  tag_id       uuid    not null,
  provider     text    not null,
  field_name   text    not null,
  label        text    not null,
  field_type   text    not null,
  value        text,
  value_number double precision,
  reasoning    text,
  table_id     uuid    not null,
  record_id    uuid    not null,
  pinned       boolean not null default false,
  archived     boolean not null default false,
  date_created bigint  not null,
  date_updated bigint  not null,
  primary key (tenant_id, signal_id),
  unique (tenant_id, tag_id, record_id, field_name)
);
create index signals_field on signals (tenant_id, provider, field_name, tag_id);
