import { defineMessages } from '../../i18n/define-messages.ts';

export const messages = defineMessages({
  en: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    otp: 'Two-factor code',
    otpHint:
      'The 6-digit code of your authenticator app, or a recovery code. Leave it empty if two-factor authentication is off.',
    hasOtp: 'I use two-factor authentication',
    expired: 'Your session has ended. Sign in again to continue where you were.',
    wrong:
      'The e-mail address or the password is wrong. If you use two-factor authentication, add its code below.',
    tooMany: 'Too many attempts. Reset your password by e-mail, or try again in 15 minutes.',
    forgot: 'Forgot your password?',
    byCompany: 'Sign in with your organisation',
    companyOnly:
      'Your organisation does not accept passwords here. Use the sign-in address that it gave you.',
    noAccount: 'No account yet?',
    register: 'Create one',
  },
  es: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    otp: 'Código de verificación',
    otpHint:
      'El código de 6 dígitos de la aplicación de autenticación o uno de recuperación. Déjelo vacío si no usa la verificación en dos pasos.',
    hasOtp: 'Uso la verificación en dos pasos',
    expired: 'Su sesión ha terminado. Inicie sesión de nuevo para continuar donde estaba.',
    wrong:
      'El correo o la contraseña no son correctos. Si usa la verificación en dos pasos, añada su código abajo.',
    tooMany:
      'Demasiados intentos. Restablezca la contraseña por correo o inténtelo de nuevo dentro de 15 minutos.',
    forgot: '¿Ha olvidado la contraseña?',
    byCompany: 'Iniciar sesión con su organización',
    companyOnly:
      'Su organización no admite contraseñas aquí. Use la dirección de inicio de sesión que le dio.',
    noAccount: '¿Aún no tiene cuenta?',
    register: 'Crear una',
  },
});
