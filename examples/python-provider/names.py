"""The names of the provider and its application, which never change: they are part of the identity of every item."""

PROVIDER = "quill-provider"
APPLICATION = "quill"
LABEL = "Quill"
