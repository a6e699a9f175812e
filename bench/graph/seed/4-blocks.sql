-- The blocks from one number to another. Two connections write half of them each.
insert into blocks (tenant_id, block_id, block_type, title, text, detail, large, people, creator_id, parent_id, parent_type,
    thread_id, status, archived, date_start, date_end, date_due, date_associated, date_created, date_updated, provider,
    application, connection_id, uri, external_id, external_key, content_hash, tsv)
  select bench.id('tenant', home), block_id, block_type, t.words, substr(body, 1, 500),
    case block_type
      when 'email' then jsonb_build_object('subject', t.words, 'direction', 'inbound', 'from', from_person,
        'to', jsonb_build_array(to_person), 'cc', '[]'::jsonb, 'messageId', '<' || i || '@mail.example>',
        'dateSent', date_associated, 'dateReceived', date_associated, 'labels', jsonb_build_array('INBOX'), 'unread', false,
        'hasAttachments', false)
      when 'event' then jsonb_build_object('organizedBy', from_person, 'attendees', jsonb_build_array(from_person, to_person),
        'timeZone', 'Europe/Berlin', 'location', 'Room ' || i % 20, 'visibility', 'default', 'busy', true)
      when 'transcription' then jsonb_build_object('duration', 1800000, 'organizedBy', from_person,
        'attendees', jsonb_build_array(from_person, to_person), 'processingStage', 'completed')
      when 'record' then jsonb_build_object('metadataType', 'deal', 'values', jsonb_build_array(
        jsonb_build_object('name', 'name', 'value', t.words), jsonb_build_object('name', 'amount', 'value', i % 5000)))
      else '{}'::jsonb
    end,
    case block_type
      when 'email' then jsonb_build_object('bodyText', body, 'cleanBodyHtml', '<div><p>' || body || '</p></div>')
      when 'transcription' then jsonb_build_object('transcript', jsonb_build_object('title', t.words, 'text', body))
    end,
    array[x.email, y.email], bench.id('tenant', home),
    case block_type when 'event' then bench.id('calendar', home) when 'record' then bench.id('table', home) end,
    case block_type when 'event' then 'calendar' when 'record' then 'table' end,
    case block_type when 'email' then 'thread-' || i / 3 end,
    case block_type when 'event' then 'confirmed'
      when 'task' then (array['not_started', 'in_progress', 'completed', 'completed'])[1 + i % 4] end,
    archived,
    case when block_type in ('event', 'transcription') then date_associated end,
    case when block_type in ('event', 'transcription') then date_associated + 1800000 end,
    case block_type when 'task' then date_updated + (i % 60 - 10) * 86400000 end,
    date_associated, date_created, date_updated,
    case when outside then 'acme' end, case when outside then block_type end,
    case when outside then bench.id('connection', home) end,
    case when outside then 'https://vendor.example/' || block_type || '/' || i end,
    case when outside then i::text end, case when outside then i::text end,
    case when outside then sha256(i::text::bytea) end,
    t.tsv || a.tsv || b.tsv || c.tsv || d.tsv || e.tsv || x.tsv || y.tsv
      || array_to_tsvector(array['=' || bench.id('tenant', home)])
      || array_to_tsvector(case when guest is null then '{}' else array['=' || bench.id('tenant', guest)] end)
  from bench.plan
  join bench.titles t on t.phrase = floor(bench.chance(i, 20) * 10000)
  join bench.phrases a on a.phrase = floor(bench.chance(i, 21) * 20000)
  join bench.phrases b on b.phrase = floor(bench.chance(i, 22) * 20000)
  join bench.phrases c on c.phrase = floor(bench.chance(i, 23) * 20000)
  join bench.phrases d on d.phrase = floor(bench.chance(i, 24) * 20000)
  join bench.phrases e on e.phrase = floor(bench.chance(i, 25) * 20000)
  join bench.people x on x.person = first_person
  join bench.people y on y.person = second_person
  cross join lateral (
    select a.words || '. ' || b.words || '. ' || c.words || '. ' || d.words || '. ' || e.words as body,
      jsonb_build_object('email', x.email, 'friendlyName', x.name) as from_person,
      jsonb_build_object('email', y.email, 'friendlyName', y.name) as to_person,
      block_type not in ('note', 'task') as outside
  ) made
  where i between current_setting('bench.first')::int and current_setting('bench.last')::int;
