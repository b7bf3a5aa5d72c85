import type { User } from '@lonja/client';

export const ROLES = ['viewer', 'trader', 'manager', 'admin'] as const satisfies User['role'][];
