-- Deletes everything that is stored for a person, and prints how many rows of each table:
--   psql "$DATABASE_URL" -v email=person@example.com -f ops/database/delete-person.sql
-- Messages in threads of others stay there, with an author who does not exist any more.
-- It fails without deleting anything if nobody has this address. Run it again if a sync of the person was running.
\set ON_ERROR_STOP on
begin;
select set_config('delete_person.email', :'email', true);

do $$
declare
  person uuid;
  listed record;
  deleted bigint;
begin
  select tenant_id into strict person from tenants where lower(email) = lower(current_setting('delete_person.email'));
  -- What others have shared with the person is no longer found for them.
  update blocks b set tsv = ts_delete(b.tsv, '=' || person::text)
    from sharing s
    where s.tenant_id = person and s.block_tenant_id <> person
      and b.tenant_id = s.block_tenant_id and b.block_id = s.block_id;
  -- What the person has shared with others.
  delete from sharing where block_tenant_id = person;
  get diagnostics deleted = row_count;
  raise notice 'sharing: %', deleted;
  -- What the person did to what belongs to others: reactions and feedback are deleted, entries of feeds forget who it was.
  for listed in
    select c.table_name, c.is_nullable = 'YES' as is_nullable from information_schema.columns c
    where c.table_schema = current_schema() and c.column_name = 'actor_id'
  loop
    if listed.is_nullable then
      execute format('update %I set actor_id = null where actor_id = $1', listed.table_name) using person;
    else
      execute format('delete from %I where actor_id = $1', listed.table_name) using person;
    end if;
  end loop;
  -- Every other table whose rows belong to a tenant: those that others refer to come last.
  for listed in
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
    order by c.table_name = 'tenants', c.table_name = 'connections', c.table_name
  loop
    execute format('delete from %I where tenant_id = $1', listed.table_name) using person;
    get diagnostics deleted = row_count;
    if deleted > 0 then raise notice '%: %', listed.table_name, deleted; end if;
  end loop;
exception
  when no_data_found then raise exception 'Nobody has the address %.', current_setting('delete_person.email');
  when too_many_rows then raise exception 'Several people have the address %: delete them by tenant_id.', current_setting('delete_person.email');
end $$;
commit;
