-- A person with an account here. The token's issuer and subject name them; the e-mail is the one the issuer verified.
create table tenants (
  tenant_id     uuid   primary key,
  issuer        text   not null,
  subject       text   not null,
  email         text   not null,
  given_name    text,
  -- The tenant's own person tag: who is linked to it with shared = true may see a block.
  tag_id        uuid   not null,
  -- Number of the newest change event. Raising it is the last thing a transaction does, so the feed has no holes.
  sequence      bigint not null default 0,
  date_created  bigint not null,
  date_updated  bigint not null,
  unique (issuer, subject)
);
create index tenants_email on tenants (email);

-- What providers were last seen to offer. A provider that moves takes its connections along.
create table providers (
  provider         text   primary key,
  url              text   not null,
  definition       jsonb  not null,
  date_seen        bigint not null,
  -- Since when it cannot be read; null while it can.
  date_unreachable bigint
);
