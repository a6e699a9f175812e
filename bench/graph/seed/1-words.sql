-- What the graph is made of. Everything is drawn by hashing numbers, so every run makes the very same graph.
create schema bench;

-- Between 0 and 1, of the n-th thing; another number for each `salt`.
create function bench.chance(n bigint, salt int) returns float8 language sql immutable
  return (hashint8extended(n, salt) & 4503599627370495)::float8 / 4503599627370496;

-- From 1 to `most`, skewed as words and people are: the n-th is drawn an n-th as often as the first.
create function bench.skewed(most int, chance float8) returns int language sql immutable
  return floor(power(most + 1, chance))::int;

create function bench.id(kind text, n bigint) returns uuid language sql immutable
  return overlay(overlay(md5(kind || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid;

-- The n-th word: two syllables of forty, from the 1,600th on three.
create function bench.word(n int) returns text language sql immutable
  return substr('babebibobudadedidodufafefifofukakekikokulalelilolumamemimomunaneninonurareriroru', 1 + 2 * ((n - 1) % 40), 2)
    || substr('babebibobudadedidodufafefifofukakekikokulalelilolumamemimomunaneninonurareriroru', 1 + 2 * ((n - 1) / 40 % 40), 2)
    || case when n <= 1600 then '' else
      substr('babebibobudadedidodufafefifofukakekikokulalelilolumamemimomunaneninonurareriroru', 1 + 2 * ((n - 1) / 1600 % 40), 2)
    end;

-- Texts are five phrases of sixteen words, titles one of six; the words are 20,000.
create unlogged table bench.phrases as
  select phrase, words, setweight(to_tsvector('simple', words), 'B') as tsv
  from (
    select p as phrase, string_agg(bench.word(bench.skewed(20000, bench.chance(p * 16 + w, 1))), ' ' order by w) as words
    from generate_series(0, 19999) p, generate_series(0, 15) w group by p
  ) drawn;

create unlogged table bench.titles as
  select phrase, words, setweight(to_tsvector('simple', words), 'A') as tsv
  from (
    select p as phrase, string_agg(bench.word(bench.skewed(20000, bench.chance(p * 6 + w, 2))), ' ' order by w) as words
    from generate_series(0, 9999) p, generate_series(0, 5) w group by p
  ) drawn;

-- Person n belongs to organization `org`: those that everybody knows are in 200, the others in 1,800 more.
create unlogged table bench.people as
  select n as person, org, name, email, setweight(to_tsvector('simple', lower(name) || ' ' || email), 'B') as tsv
  from (
    select n, org, initcap(given) || ' ' || initcap(family) as name,
      given || '.' || family || '.' || n || '@org' || org || '.example' as email
    from (
      select n, case when n <= 1800 then (n - 1) % 200 + 1 else 200 + (n - 1) % 1800 + 1 end as org,
        bench.word(1 + floor(bench.chance(n, 3) * 200)::int) as given,
        bench.word(200 + floor(bench.chance(n, 4) * 4000)::int) as family
      from generate_series(1, 18000) n
    ) drawn
  ) named;

analyze bench.phrases, bench.titles, bench.people;
