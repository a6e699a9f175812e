-- A block's words are joined by a mark for each tenant who sees it ('=' and the tenant's id), in place of the bare id of
-- the tenant it belongs to: a search asks for its viewer's mark alone, and no word can be taken for one.
update blocks b set tsv = ts_delete(b.tsv, b.tenant_id::text) || array_to_tsvector(array['=' || b.tenant_id] || array(
  select '=' || s.tenant_id from sharing s
  where s.block_tenant_id = b.tenant_id and s.block_id = b.block_id and s.tenant_id <> b.tenant_id and s.shared
))
where b.tsv is not null;

-- An id that a client has chosen is looked for among all blocks.
create index blocks_id on blocks (block_id);
