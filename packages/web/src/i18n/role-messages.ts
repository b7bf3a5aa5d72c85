import { defineMessages } from './define-messages.ts';

/** Roles of a tenant and what each may do. */
export const roleMessages = defineMessages({
  en: {
    admin: 'administrator',
    manager: 'manager',
    trader: 'trader',
    viewer: 'viewer',
    adminText: 'Everything: users and invitations, API keys, webhooks and settings as well.',
    managerText: 'What a trader may do, and adds and changes sites.',
    traderText: 'What a viewer may do, and sets alert rules of their own.',
    viewerText: 'Reads every page, and the data through a key. Changes nothing.',
  },
  es: {
    admin: 'administrador',
    manager: 'gestor',
    trader: 'operador',
    viewer: 'observador',
    adminText: 'Todo: también usuarios e invitaciones, claves de API, webhooks y ajustes.',
    managerText: 'Lo mismo que un operador, y además crea y modifica instalaciones.',
    traderText: 'Lo mismo que un observador, y además define sus propias reglas de alerta.',
    viewerText: 'Consulta todas las páginas, y los datos mediante una clave. No modifica nada.',
  },
});
