-- Pages of the open web to fetch: those that people have pasted (page; the id is that of the website block of the URL,
-- whether there is one or not), and the sites of companies whose news is read (news; the id is the company's tag).
create table web_fetches (
  tenant_id     uuid    not null,
  kind          text    not null check (kind in ('page', 'news')),
  subject_id    uuid    not null,
  url           text    not null,
  host          text    not null,
  -- When someone last asked for it.
  date_requested   bigint  not null,
  -- When a worker may next take it: the next fetch's time, or the lease's end while it is fetched. Null: never.
  date_due      bigint,
  lease_until   bigint,
  -- Raised with each lease; what a fetch found is saved only by who has the last one.
  token         bigint  not null default 0,
  attempt_count integer not null default 0,
  date_fetched  bigint,
  -- The address of a feed and what its server needs to tell whether it has changed.
  feed          jsonb,
  error         text,
  primary key (tenant_id, kind, subject_id)
);
create index web_fetches_due on web_fetches (date_due) where date_due is not null;
create index web_fetches_host on web_fetches (host, lease_until) where lease_until is not null;

-- What companies publish in the feeds of their own sites.
create table news (
  tenant_id      uuid   not null,
  tag_id         uuid   not null,
  url            text   not null,
  title          text   not null,
  snippet        text,
  date_published bigint not null,
  date_created   bigint not null,
  primary key (tenant_id, tag_id, url)
);

-- Whose news is read without being asked for.
create index tags_favorite on tags (tenant_id) where favorite;

-- Attached objects get the title of their page by its URL.
create index business_objects_url on business_objects (tenant_id, md5(url)) where url is not null;

-- Pages that were pasted before are fetched too, the newest first, one a second.
insert into web_fetches (tenant_id, kind, subject_id, url, host, date_requested, date_due)
select tenant_id, 'page', block_id, uri, split_part(split_part(split_part(uri, '/', 3), '?', 1), '#', 1), date_created,
  (extract(epoch from now()) + row_number() over (order by date_created desc))::bigint * 1000
from blocks
where block_type = 'website' and provider is null and uri ~ '^https?://' and not archived
on conflict do nothing;
