#!/bin/sh
# Prints the secrets of an installation as lines for an environment file: umask 077; sh deploy/make-secrets.sh > deploy/.env
# The host of the database is that of compose.yaml, unless DATABASE_HOST names another.
set -eu
random() { openssl rand -base64 32 | tr '+/' '-_' | tr -d '='; }
password="$(openssl rand -hex 24)"
cat <<END
POSTGRES_PASSWORD=$(openssl rand -hex 24)
LONJA_DB_PASSWORD=$password
DATABASE_URL=postgres://lonja:$password@${DATABASE_HOST:-db}/lonja
SESSION_SECRET=$(random)
SEALING_KEYS=$(random)
END
