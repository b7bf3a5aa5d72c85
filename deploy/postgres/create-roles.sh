#!/bin/sh
# Makes the database and its two roles; the image of PostgreSQL runs it once, on an empty volume. On a server of your own run it
# by hand: LONJA_DB_PASSWORD=... POSTGRES_USER=postgres sh create-roles.sh
set -eu
: "${LONJA_DB_PASSWORD:?set it to the password that DATABASE_URL has}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$LONJA_DB_PASSWORD" \
  --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role lonja login password :'password';
create role lonja_tenant nologin;
grant lonja_tenant to lonja;
create database lonja owner lonja;
SQL
