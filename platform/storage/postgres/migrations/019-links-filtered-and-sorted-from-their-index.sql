-- What lists filter and sort links by is read from the index that finds the links of a block, not from their rows. On a
-- large table, this index can be built beforehand without holding up writes: `create unique index concurrently` with the
-- same name and columns.
create unique index if not exists sharing_covering on sharing (tenant_id, block_id, tag_id)
  include (shared, sharing_level, block_tenant_id, block_type, archived, assigned, pinned, date_updated, date_associated);
alter table sharing drop constraint sharing_pkey, add constraint sharing_pkey primary key using index sharing_covering;
