-- Two applications of one provider may have fields of the same name.
alter table signals add column application text not null default '';
update signals g set application = b.application from blocks b
where b.tenant_id = g.tenant_id and b.block_id = g.record_id and b.application is not null;
alter table signals alter column application drop default;
drop index signals_field;
create index signals_field on signals (tenant_id, field_name, tag_id) include (provider, application);
