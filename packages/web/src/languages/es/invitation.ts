import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'invitation'> = {
  page: {
    hasAccount: 'Esta dirección ya tiene una cuenta. Inicie sesión.',
    title: 'Aceptar la invitación',
    invited: '{tenant} invita a {email} como {role}.',
    gone: 'Esta invitación se ha usado, retirado o ha caducado. Pida una nueva.',
    accept: 'Unirse a {tenant}',
    byCompany: '{tenant} no usa contraseñas aquí. Pasará a su propia página de inicio de sesión.',
    byEither: 'Inicie sesión como en {tenant}, o elija abajo una contraseña propia.',
    enter: 'Iniciar sesión con su organización',
  },
};
