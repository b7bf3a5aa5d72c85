import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaces, MOST_PLACES } from './find-places.ts';

const names = async (asked: string) => (await findPlaces(asked)).map(({ name }) => name);

test('a place is found whatever the accents, the case and the language', async () => {
  const zaragoza = {
    name: 'Zaragoza',
    region: 'Zaragoza',
    country: 'es',
    latitude: 41.681,
    longitude: -0.926,
  };
  assert.deepEqual((await findPlaces('zaragoza'))[0], zaragoza);
  for (const [asked, first] of [
    ['CACERES', 'Cáceres'],
    ['alicante', 'Alacant/Alicante'],
    ['Alacant', 'Alacant/Alicante'],
    ['a coruna', 'A Coruña'],
    ['coruña', 'A Coruña'],
    ["l'hospitalet", "L'Hospitalet de Llobregat"],
    ['hospitalet llobregat', "L'Hospitalet de Llobregat"],
    ['lisboa', 'Lisboa'],
    ['evora', 'Évora'],
    ['vila real', 'Vila Real'],
  ]) {
    assert.ok((await names(asked)).includes(first), `${asked}: ${(await names(asked)).join(', ')}`);
  }
  assert.equal((await names('madrid'))[0], 'Madrid');
});

test('names that are alike are told apart by their region', async () => {
  const both = await findPlaces('lagoa');
  assert.ok(both.some(({ region }) => region === 'Faro'));
  assert.deepEqual(
    (await findPlaces('lagoa, faro')).map(({ region }) => region),
    ['Faro'],
  );
  assert.deepEqual(await findPlaces('zaragoza, sevilla'), []);
});

test('a long list is cut, and nothing comes of nothing', async () => {
  assert.equal((await findPlaces('san')).length, MOST_PLACES);
  for (const asked of ['', ' ', ',', 'zzzz', '.*', '\u0301']) assert.deepEqual(await findPlaces(asked), []);
});

test('every place of the file lies where the market or its islands are', async () => {
  const found = (await Promise.all('abcdefghijlmnoprstuvxz'.split('').map(findPlaces))).flat();
  assert.ok(found.length > 200);
  for (const { name, latitude, longitude } of found) {
    assert.ok(latitude > 27 && latitude < 44 && longitude > -32 && longitude < 5, name);
  }
});
