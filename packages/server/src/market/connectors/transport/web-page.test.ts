import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebPage } from './web-page.ts';

test('pages for browsers are distinguished from what sources send', () => {
  const pages = [
    '<!DOCTYPE html>\n<html lang="es">',
    '<html><body>Request unsuccessful.</body></html>',
    '\uFEFF\r\n <!-- maintenance --> <HTML>',
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
    '<head><title>403 Forbidden</title></head>',
    '<script>window.location="/login"</script>',
    '<h1>503 Service Unavailable</h1>',
  ];
  for (const page of pages) assert.ok(isWebPage(page), page);
  const data = [
    '',
    'MARGINALPDBC;\r\n*\r\n',
    '{"indicator":{"id":600}}',
    '[{"latitude":40}]',
    '<?xml version="1.0"?><Publication_MarketDocument xmlns="urn:x">',
    '<Acknowledgement_MarketDocument>',
    '<GL_MarketDocument>',
    '<headline>',
  ];
  for (const text of data) assert.ok(!isWebPage(text), text);
});
