import { defineMessages } from './define-messages.ts';

/** Roles of a tenant and what each may do. */
export const roleMessages = defineMessages({
  en: {
    admin: 'administrator',
    manager: 'manager',
    trader: 'trader',
    viewer: 'viewer',
    adminText: 'All permissions, including users and invitations, API keys, webhooks and settings.',
    managerText: 'Permissions of a trader. Can also add and change sites.',
    traderText: 'Permissions of a viewer. Can also set up alert rules.',
    viewerText: 'Reads all pages, and the data through an API key. Cannot change anything.',
  },
  es: {
    admin: 'administrador',
    manager: 'gestor',
    trader: 'operador',
    viewer: 'observador',
    adminText: 'Todos los permisos, incluidos usuarios e invitaciones, claves de API, webhooks y ajustes.',
    managerText: 'Permisos de un operador. Además, añade y modifica instalaciones.',
    traderText: 'Permisos de un observador. Además, define reglas de alerta.',
    viewerText: 'Consulta todas las páginas, y los datos mediante una clave de API. No modifica nada.',
  },
});
