-- Functions of providers that a tenant has installed.
create table functions (
  tenant_id     uuid    not null,
  function_id   uuid    not null,
  connection_id uuid    not null,
  function_name text    not null,
  configuration jsonb   not null default '{}',
  inputs        jsonb   not null default '[]',
  archived      boolean not null default false,
  date_created  bigint  not null,
  date_updated  bigint  not null,
  primary key (tenant_id, function_id)
);

-- A block that was written to a vendor, so that writing it again updates it there.
create table publications (
  tenant_id     uuid   not null,
  block_id      uuid   not null,
  connection_id uuid   not null,
  external_id   text   not null,
  uri           text,
  date_created  bigint not null,
  date_updated  bigint not null,
  primary key (tenant_id, block_id, connection_id)
);

-- Kept before a provider is asked to write. An intent without an outcome is never repeated blindly.
create table write_intents (
  tenant_id     uuid   not null,
  intent_id     uuid   not null,
  connection_id uuid   not null,
  route         text   not null,
  request_key   text   not null,
  request_hash  bytea  not null,
  state         text   not null check (state in ('begun', 'done', 'unknown')),
  answer        jsonb,
  date_created  bigint not null,
  date_updated  bigint not null,
  primary key (tenant_id, intent_id),
  unique (tenant_id, route, request_key)
);

-- What has changed for a tenant, numbered without holes in the order of the commits. Live events and the feed of
-- changes both read it, so nothing depends on LISTEN.
create table change_events (
  tenant_id    uuid   not null,
  sequence     bigint not null,
  event_type   text   not null,
  -- block, tag, recommendation, connection or sync
  subject      text   not null,
  subject_id   uuid   not null,
  -- The block's or tag's type, or the sync's name.
  subject_type text,
  -- The tenant who did it; null: a sync.
  actor_id     uuid,
  detail       jsonb,
  date         bigint not null,
  primary key (tenant_id, sequence)
);
create index change_events_age on change_events (date);
