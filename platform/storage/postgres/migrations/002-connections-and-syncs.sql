create table connections (
  tenant_id           uuid    not null references tenants,
  connection_id       uuid    not null,
  provider            text    not null,
  application         text    not null,
  label               text    not null,
  -- The account at the vendor, as the credential names it.
  email               text,
  account_id          text,
  status              text    not null
                      check (status in ('pending', 'unconfirmed', 'active', 'reconnect_required', 'disconnected')),
  -- Why someone has to sign in again.
  reason              text,
  scope_message       text,
  -- AES-256-GCM, by the key of that name; null until someone has signed in.
  credential          bytea,
  credential_key_id   text,
  credential_version  integer not null default 0,
  -- A registration is taken until then, and needs someone's consent or not.
  registration_until  bigint,
  needs_confirmation  boolean not null default true,
  -- Another account was connected than before: where the old one was left at means nothing to it.
  account_changed     boolean not null default false,
  refresh_worker      text,
  refresh_until       bigint,
  refresh_failed_since bigint,
  refresh_not_before  bigint,
  date_next_check     bigint,
  date_created        bigint  not null,
  date_updated        bigint  not null,
  primary key (tenant_id, connection_id)
);
-- A provider names a connection without its tenant when it registers one.
create index connections_id on connections (connection_id);

-- Due time, health, checkpoint and lease of a sync are one row: they change together with what a page delivered.
create table syncs (
  tenant_id          uuid    not null,
  connection_id      uuid    not null,
  sync               text    not null,
  health             text    not null check (health in ('healthy', 'degraded', 'failing', 'paused')),
  paused_by_user     boolean not null default false,
  failure_count      integer not null default 0,
  deferred_count     integer not null default 0,
  date_first_attempt bigint,
  date_last_success  bigint,
  date_paused        bigint,
  date_next_run      bigint,
  trigger            text    not null,
  date_read_until    bigint,
  checkpoint         jsonb,
  last_error         jsonb,
  -- The connection is active and nobody paused the sync.
  runnable           boolean not null,
  -- When a worker may next take it: the next run's time, or the lease's end while it is being run.
  date_due           bigint,
  worker             text,
  lease_until        bigint,
  -- Raised whenever the right to run it changes hands; every write of a run names it.
  token              bigint  not null default 0,
  run_id             uuid,
  last_run_id        uuid,
  primary key (tenant_id, connection_id, sync),
  foreign key (tenant_id, connection_id) references connections
);
create index syncs_due on syncs (date_due) where runnable;

create table sync_runs (
  tenant_id     uuid    not null,
  run_id        uuid    not null,
  connection_id uuid    not null,
  sync          text    not null,
  trigger       text    not null,
  state         text    not null check (state in ('running', 'ok', 'deferred', 'failed')),
  worker        text,
  date_start    bigint  not null,
  date_end      bigint,
  pages         integer not null default 0,
  created       integer not null default 0,
  updated       integer not null default 0,
  unchanged     integer not null default 0,
  skipped       integer not null default 0,
  failed_count  integer not null default 0,
  warnings      jsonb   not null default '[]',
  error         jsonb,
  primary key (tenant_id, run_id)
);
create index sync_runs_newest on sync_runs (tenant_id, connection_id, date_start desc);
-- Old runs are swept away.
create index sync_runs_age on sync_runs (date_start);
