-- What is linked to a tag is read by the time that it refers to: the time line of a tag, and when one was last in contact.
create index sharing_associated on sharing (tenant_id, tag_id, date_associated desc, block_id)
  include (block_type) where not archived;
