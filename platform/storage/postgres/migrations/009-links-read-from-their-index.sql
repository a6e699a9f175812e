-- Whether a viewer may see a block is looked up for each of many, and told by the index alone.
alter table sharing drop constraint sharing_pkey,
  add primary key (tenant_id, block_id, tag_id) include (shared, sharing_level, block_tenant_id, block_type);
-- Links of open tasks are few among all; tags are counted and found by them.
create index sharing_tasks on sharing (tenant_id, tag_id) include (block_id, block_tenant_id)
  where block_type = 'task' and not archived;
