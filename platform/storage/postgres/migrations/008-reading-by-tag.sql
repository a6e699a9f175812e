-- With these copies most lists are put together from the index alone.
drop index sharing_tag;
create index sharing_tag on sharing (tenant_id, tag_id, date_updated desc)
  include (block_id, block_tenant_id, block_type, shared, archived, assigned, pinned);
-- Whose blocks a tenant sees beside its own: what a search by words has to name.
create index sharing_hosts on sharing (tenant_id, block_tenant_id) where tenant_id <> block_tenant_id;
create index blocks_origin_tag on blocks (tenant_id, origin_tag_id) where origin_tag_id is not null;
