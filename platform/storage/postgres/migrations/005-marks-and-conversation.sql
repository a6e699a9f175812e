-- What one viewer noted on a block, own or shared.
create table block_marks (
  tenant_id   uuid    not null,
  block_id    uuid    not null,
  favorite    boolean not null default false,
  read_status text    check (read_status in ('READ', 'UNREAD')),
  date_updated bigint not null,
  primary key (tenant_id, block_id)
);
create index block_marks_favorite on block_marks (tenant_id, block_id) where favorite;

-- Of a block, by its tenant; who reacted or judged is named by their tenant and tag.
create table reactions (
  tenant_id    uuid   not null,
  block_id     uuid   not null,
  shortcode    text   not null,
  actor_id     uuid   not null,
  tag_id       uuid   not null,
  date_created bigint not null,
  primary key (tenant_id, block_id, shortcode, actor_id)
);

create table feedback (
  tenant_id    uuid    not null,
  feedback_id  uuid    not null,
  block_id     uuid    not null,
  actor_id     uuid    not null,
  helpful      boolean not null,
  content      text,
  date_created bigint  not null,
  primary key (tenant_id, feedback_id),
  unique (tenant_id, block_id, actor_id)
);

create table activities (
  tenant_id     uuid   not null,
  activity_id   uuid   not null,
  block_id      uuid   not null,
  activity_type text   not null,
  actor_type    text   not null check (actor_type in ('TENANT', 'AGENT', 'SYSTEM', 'PROVIDER')),
  actor_id      uuid,
  detail        jsonb  not null default '{}',
  date_created  bigint not null,
  primary key (tenant_id, activity_id)
);
create index activities_block on activities (tenant_id, block_id, date_created desc);

create table memories (
  tenant_id    uuid    not null,
  memory_id    uuid    not null,
  topic        text    not null,
  -- lower(topic), by which a memory is known
  topic_key    text    not null,
  value        text    not null,
  confidence   double precision not null default 1 check (confidence between 0 and 1),
  source       text    not null default 'user',
  archived     boolean not null default false,
  date_created bigint  not null,
  date_updated bigint  not null,
  primary key (tenant_id, memory_id),
  unique (tenant_id, topic_key)
);

create table recommendations (
  tenant_id           uuid   not null,
  recommendation_id   uuid   not null,
  recommendation_type text   not null,
  state               text   not null check (state in ('open', 'accepted', 'dismissed', 'resolved')),
  -- What it is about; there is one open recommendation of it at most.
  subject             text,
  display_title       text   not null,
  display_description text,
  display_label       text,
  navigation          jsonb  not null default '{}',
  detail              jsonb  not null,
  reference_block_id  uuid,
  dismiss_reason      text,
  date_snoozed_until  bigint,
  date_expires        bigint,
  date_created        bigint not null,
  date_updated        bigint not null,
  primary key (tenant_id, recommendation_id)
);
create unique index recommendations_subject on recommendations (tenant_id, subject)
  where state = 'open' and subject is not null;
create index recommendations_newest on recommendations (tenant_id, date_created desc) where state = 'open';

create table recommendation_tags (
  tenant_id         uuid not null,
  recommendation_id uuid not null,
  tag_id            uuid not null,
  primary key (tenant_id, recommendation_id, tag_id)
);
create index recommendation_tags_tag on recommendation_tags (tenant_id, tag_id);
