import { useSyncExternalStore } from 'react';
import { createStoredValue } from '../stored-value.ts';

const OFF = 'off';
const stored = createStoredValue('lonja.single-keys');

/** Whether `/` and `?` alone do something: who speaks to the computer turns that off. */
export function areSingleKeysOn(): boolean {
  return stored.get() !== OFF;
}

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(stored.subscribe, areSingleKeysOn);
  return [isOn, (wanted) => stored.set(wanted ? null : OFF)];
}
