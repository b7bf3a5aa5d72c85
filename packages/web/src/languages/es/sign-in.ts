import type { TextsOf } from '../../i18n/catalogues.ts';

export const texts: TextsOf<'sign-in'> = {
  page: {
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
};
