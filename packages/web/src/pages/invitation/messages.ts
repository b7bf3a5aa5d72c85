import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    hasAccount: 'This address has an account already. Sign in.',
    title: 'Accept the invitation',
    invited: '{tenant} invites {email} to join as {role}.',
    gone: 'This invitation has been used or withdrawn, or has expired. Ask for a new one.',
    accept: 'Join {tenant}',
    byCompany: '{tenant} does not use passwords here. You will be taken to its own sign-in page.',
    byEither: 'Sign in as you do at {tenant}, or choose a password of your own below.',
    enter: 'Sign in with your organisation',
  },
  es: {
    hasAccount: 'Esta dirección ya tiene una cuenta. Inicie sesión.',
    title: 'Aceptar la invitación',
    invited: '{tenant} invita a {email} como {role}.',
    gone: 'Esta invitación se ha usado, retirado o ha caducado. Pida una nueva.',
    accept: 'Unirse a {tenant}',
    byCompany: '{tenant} no usa contraseñas aquí. Pasará a su propia página de inicio de sesión.',
    byEither: 'Inicie sesión como en {tenant}, o elija abajo una contraseña propia.',
    enter: 'Iniciar sesión con su organización',
  },
});
