-- From which buckets a tenant has not yet got the blocks that were shared with their address before they signed in; on one
-- PostgreSQL there is one bucket.
create table outstanding_shares (
  tenant_id uuid not null,
  bucket    text not null,
  primary key (tenant_id, bucket)
);
