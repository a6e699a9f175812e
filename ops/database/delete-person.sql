-- Deletes everything that is stored for a person, on a cluster in all buckets, and prints how many rows of each table:
--   psql "$DATABASE_URL" -v email=person@example.com -f ops/database/delete-person.sql
-- Messages in threads of others stay there, with an author who does not exist any more.
-- It fails without deleting anything if nobody has this address. Run it again if a sync of the person was running.
\set ON_ERROR_STOP on
begin;
select set_config('delete_person.email', :'email', true);

do $$
declare
  directory constant text := current_setting('search_path');
  person uuid;
  bucket text;
  listed record;
  deleted bigint;
begin
  select tenant_id into strict person from tenants where lower(email) = lower(current_setting('delete_person.email'));
  -- The schemas with the tables of tenants. On one PostgreSQL, no tenant names a bucket.
  for bucket in select distinct coalesce(t.bucket, current_schema()) from tenants t order by 1 loop
    perform set_config('search_path', quote_ident(bucket) || ', ' || directory, true);
    -- What others have shared with the person is no longer found for them.
    execute $sql$
      update blocks set tsv = ts_delete(tsv, '=' || $1::text) where tsv @@ format('''=%s''', $1)::tsquery $sql$ using person;
    -- What the person has shared with others.
    execute 'delete from sharing where block_tenant_id = $1' using person;
    get diagnostics deleted = row_count;
    raise notice '%.sharing: %', bucket, deleted;
    -- What the person did to what belongs to others: reactions and feedback are deleted, entries of feeds forget who it was.
    for listed in
      select c.table_name, c.is_nullable = 'YES' as is_nullable from information_schema.columns c
      where c.table_schema = bucket and c.column_name = 'actor_id'
    loop
      if listed.is_nullable then
        execute format('update %I set actor_id = null where actor_id = $1', listed.table_name) using person;
      else
        execute format('delete from %I where actor_id = $1', listed.table_name) using person;
      end if;
    end loop;
    -- Every other table whose rows belong to a tenant: connections, to which others refer, come last.
    for listed in
      select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = bucket and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
        and c.table_name <> 'tenants'
      order by c.table_name = 'connections', c.table_name
    loop
      execute format('delete from %I where tenant_id = $1', listed.table_name) using person;
      get diagnostics deleted = row_count;
      if deleted > 0 then raise notice '%.%: %', bucket, listed.table_name, deleted; end if;
    end loop;
  end loop;
  perform set_config('search_path', directory, true);
  delete from tenants where tenant_id = person;
exception
  when no_data_found then raise exception 'Nobody has the address %.', current_setting('delete_person.email');
  when too_many_rows then raise exception 'Several people have the address %: delete them by tenant_id.', current_setting('delete_person.email');
end $$;
commit;
