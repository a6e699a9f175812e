-- The processes that use this database; each renews its row. With which key credentials are encrypted depends on what all
-- of them can decrypt; `version` and `migration` say which release each of them runs.
create table processes (
  process_id          text   primary key,
  role                text   not null,
  version             text   not null,
  -- The newest migration that the release knows.
  migration           text   not null,
  -- The ids of the keys of CREDENTIAL_KEY, in their order.
  credential_key_ids  text[] not null,
  date_started        bigint not null,
  date_seen           bigint not null
);

-- Credentials of an older key, page by page, and how many there are of each key.
create index connections_credential_key on connections (credential_key_id, tenant_id, connection_id)
  where credential_key_id is not null;
