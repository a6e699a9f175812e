-- The nodes of a tenant's graph. People are one per e-mail, organizations one per domain.
create table tags (
  tenant_id     uuid    not null,
  tag_id        uuid    not null,
  tag_type      text    not null check (tag_type in ('person', 'topic', 'date', 'location')),
  tag_sub_type  text,
  alias         text    not null,
  friendly_name text,
  email         text,
  email_domain  text,
  avatar        text,
  favicon       text,
  url           text,
  urls          text[]  not null default '{}',
  phone_number  text,
  description   text,
  external_id   text,
  favorite      boolean not null default false,
  archived      boolean not null default false,
  -- Alias, friendly name and e-mail, folded (text.ts), for search by name.
  name_search   text    collate "C" not null,
  version       integer not null default 1,
  date_used     bigint,
  date_created  bigint  not null,
  date_updated  bigint  not null,
  primary key (tenant_id, tag_id)
);
create unique index tags_person on tags (tenant_id, email)
  where tag_type = 'person' and email is not null;
create unique index tags_organization on tags (tenant_id, email_domain)
  where tag_type = 'topic' and tag_sub_type = 'organization' and email_domain is not null;
create index tags_name on tags (tenant_id, name_search);
create index tags_domain on tags (tenant_id, email_domain);
create index tags_updated on tags (tenant_id, date_updated desc);
create index tags_used on tags (tenant_id, date_used desc) where date_used is not null;
-- Whoever signs in finds what was shared with their address before.
create index tags_email on tags (email) where tag_type = 'person' and email is not null;

-- A tag's identities at vendors.
create table external_id_links (
  tenant_id     uuid   not null,
  link_id       uuid   not null,
  tag_id        uuid   not null,
  provider      text   not null,
  application   text   not null,
  metadata_type text   not null,
  external_id   text   not null,
  url           text,
  date_created  bigint not null,
  date_updated  bigint not null,
  primary key (tenant_id, link_id),
  unique (tenant_id, tag_id, provider, application, metadata_type, external_id)
);
create index external_id_links_object on external_id_links (tenant_id, provider, application, external_id);

-- When a provider was last asked which of its objects a tag is.
create table identifier_asks (
  tenant_id     uuid   not null,
  connection_id uuid   not null,
  metadata_type text   not null,
  tag_id        uuid   not null,
  date_asked    bigint not null,
  primary key (tenant_id, connection_id, metadata_type, tag_id)
);

create table folders (
  tenant_id    uuid    not null,
  folder_id    uuid    not null,
  name         text    not null,
  description  text,
  icon         text,
  color        text,
  parent_id    uuid,
  position     integer not null default 0,
  favorite     boolean not null default false,
  archived     boolean not null default false,
  date_created bigint  not null,
  date_updated bigint  not null,
  primary key (tenant_id, folder_id)
);

create table folder_tags (
  tenant_id    uuid   not null,
  folder_id    uuid   not null,
  tag_id       uuid   not null,
  date_created bigint not null,
  primary key (tenant_id, folder_id, tag_id)
);
create index folder_tags_tag on folder_tags (tenant_id, tag_id);
